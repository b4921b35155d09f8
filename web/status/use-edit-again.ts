import { useNavigate } from '@tanstack/react-router'

/** Opens the form of a rejected edit: what `tellVerdict` leads on to. */
export function useEditAgain(): (opId: string) => void {
  const navigate = useNavigate()
  return (edit) => void navigate({ to: '/unsent', search: { edit } })
}
