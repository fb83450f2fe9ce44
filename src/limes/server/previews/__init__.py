"""What a messenger shows of a link: a title, a sentence and a picture, of public things alone."""

from limes.server.previews.pages import Previews
from limes.server.previews.pictures import Picture
from limes.server.previews.words import Preview, of_the_game

__all__ = ["Picture", "Preview", "Previews", "of_the_game"]
