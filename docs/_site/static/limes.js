// What the theme leaves out: code and tables that scroll can be reached by keys, and captions have a level.
for (const code of document.querySelectorAll("pre, .table-wrapper")) code.tabIndex = 0;
for (const caption of document.querySelectorAll(".caption[role=heading]")) caption.ariaLevel = "2";
