// What first-formatter.ts wants of this thread. It ends then.
new Intl.DateTimeFormat('en-US').format(0)
close()
