"""What is our own about the documentation site: colours, links, pictures, and pages made from the source."""
