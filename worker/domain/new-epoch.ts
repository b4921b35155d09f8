/**
 * Gives the database a new epoch. It is for a database that was restored from a backup. Every cursor that a phone has
 * belongs to the old epoch then, so every phone pulls from nothing; it keeps its queue. `npm run new-epoch` runs it.
 */
export const NEW_EPOCH_SQL = 'UPDATE clock SET epoch = lower(hex(randomblob(8))) WHERE id = 1 RETURNING epoch'
