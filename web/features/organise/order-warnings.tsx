/** Warnings of the form. They do not stop the user from saving. */
export function OrderWarnings({ warnings }: { warnings: string[] }) {
  return (
    // The element stays in the DOM while it is empty, so that a screen reader announces its text. It takes no row of the
    // grid then, and so no gap.
    <div role="status" className="empty:absolute">
      {warnings.length > 0 && (
        <ul className="grid gap-1 rounded-md border-s-4 border-soon bg-soon-tint px-4 py-3 text-soon">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
