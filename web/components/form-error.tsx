/** What went wrong with the whole form, said as soon as it appears. */
export function FormError({ children }: { children: string }) {
  return (
    <p
      role="alert"
      className="rounded-md border-l-4 border-danger bg-danger-tint px-4 py-3 font-semibold text-danger empty:hidden"
    >
      {children}
    </p>
  )
}
