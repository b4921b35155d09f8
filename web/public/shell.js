// The shell in index.html is the home page's; every other page is served the same file. Not inline: the page's
// policy runs no inline script.
if (location.pathname !== '/') document.getElementById('shell').remove()
