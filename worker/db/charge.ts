import { type SQL, sql } from 'drizzle-orm'

/** Charges accounts. @param costs ms by uid @param now ms since the epoch */
export function charge(costs: ReadonlyMap<string, number>, now: number): SQL {
  return sql`INSERT INTO op_budget (uid, spent_until)
    SELECT e.value->>0, ${now} + (e.value->>1) FROM json_each(${JSON.stringify([...costs])}) e WHERE true
    ON CONFLICT (uid) DO UPDATE SET spent_until = max(spent_until, ${now}) + excluded.spent_until - ${now}`
}
