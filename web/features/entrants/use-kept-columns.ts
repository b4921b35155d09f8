import { useKept } from '../../store/use-kept.ts'

/** A choice of columns. */
export interface KeptColumns<Field extends string> {
  fields: ReadonlySet<Field>
  choose: (field: Field, isWanted: boolean) => void
}

/**
 * The columns that the user chose the last time. Columns of other marathons stay as they were chosen there.
 * @param key the name of the choice
 * @param all all columns, in their order
 * @param first those that are chosen at first, and a column that is new since the last time if it is among them
 */
export function useKeptColumns<Field extends string>(
  key: string,
  all: readonly Field[],
  first: readonly Field[],
): KeptColumns<Field> {
  const [kept, keep] = useKept(key)
  const fields = new Set(all.filter((field) => kept?.[field] ?? first.includes(field)))
  return { fields, choose: (field, isWanted) => keep({ [field]: isWanted }) }
}
