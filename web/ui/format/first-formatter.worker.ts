// Makes the first formatter of the process on this thread (first-formatter.ts). Then the thread ends.
new Intl.DateTimeFormat('en-US').format(0)
close()
