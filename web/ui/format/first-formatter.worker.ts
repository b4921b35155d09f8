// The first formatter of a process loads ICU's list of all languages. See first-formatter.ts.
new Intl.DateTimeFormat('en-US').format(0)
