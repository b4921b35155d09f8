import { useEffect } from 'react'

/** Names the page in the tab, in the history and to a screen reader. */
export function useDocumentTitle(title: string) {
  useEffect(() => {
    document.title = title
  }, [title])
}
