/** '42 of 300', or '42' without a capacity: the number of registered runners. */
export function participants({ regCount, capacity }: { regCount: number; capacity: number | null }): string {
  const count = regCount.toLocaleString('en-US')
  return capacity === null ? count : `${count} of ${capacity.toLocaleString('en-US')}`
}
