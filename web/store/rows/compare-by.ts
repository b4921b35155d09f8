/** Makes a comparator for a text field. It returns 0 for equal values, so that a sort keeps their order. */
export function compareBy<Field extends string>(field: Field, order: 'asc' | 'desc' = 'asc') {
  const sign = order === 'desc' ? -1 : 1
  return (a: Record<Field, string>, b: Record<Field, string>): number =>
    a[field] < b[field] ? -sign : a[field] > b[field] ? sign : 0
}
