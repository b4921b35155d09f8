/** SQLite joins this many rows into one cell. A cell then stays below 2 MB, D1's limit for a string. */
export const ROWS_A_CELL = 50
