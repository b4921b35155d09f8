/** Said, never in the way. */
export function OrderWarnings({ warnings }: { warnings: string[] }) {
  return (
    // Its gap is gone while it is empty, and it stays there to be heard.
    <div role="status" className="empty:-mt-5">
      {warnings.length > 0 && (
        <ul className="grid gap-1 rounded-md border-l-4 border-soon bg-soon-tint px-4 py-3 text-soon">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
