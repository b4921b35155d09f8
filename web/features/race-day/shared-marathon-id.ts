const MARATHON_PATH = /\/(?:e|marathons?)\/(?:registration\/)?([A-Za-z0-9_-]{8,64})(?=$|[/?#\s)"'.,])/

/** The id of the marathon in a shared link or text, or null. Apps put the link into different fields. */
export function sharedMarathonId(shared: { title: string; text: string; url: string }): string | null {
  for (const part of [shared.url, shared.text, shared.title]) {
    const id = MARATHON_PATH.exec(part)?.[1]
    if (id) return id
  }
  return null
}
