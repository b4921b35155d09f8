import type { Table } from 'dexie'

// Apart from the database: a start of the service worker reads this, and no Dexie.

/** The account's own marathons or applications, oldest first. */
export function ownRows<Row, New>(table: Table<Row, string, New>) {
  return table.where('[own+createdAt]').between([1, ''], [1, '\uffff'])
}
