/**
 * Begins another history of the database, for one that was put back in time: every cursor is of another epoch from then
 * on, so that every phone starts over (and keeps its queue). `npm run new-epoch` runs it.
 */
export const NEW_EPOCH_SQL = 'UPDATE clock SET epoch = lower(hex(randomblob(8))) WHERE id = 1 RETURNING epoch'
