import { array } from 'zod/mini'
import { type HistoryRow, historyRowSchema, type StaffLast, staffLastSchema } from '../../contract/history.ts'
import { callApi } from './call-api.ts'

const pathOf = (marathonId: string) => `/api/marathons/${encodeURIComponent(marathonId)}`

/** A page of the history of a marathon, or of one entry there. @throws as `callApi` does */
export function fetchHistory(
  marathonId: string,
  of: { entry?: string | undefined; before?: number | undefined },
  signal?: AbortSignal,
): Promise<HistoryRow[]> {
  const query = new URLSearchParams(Object.entries(of).flatMap(([name, value]) => (value ? [[name, `${value}`]] : [])))
  return callApi(`${pathOf(marathonId)}/history?${query}`, (body) => array(historyRowSchema).parse(body), { signal })
}

/** What each of the staff of a marathon did last. @throws as `callApi` does */
export function fetchStaffLast(marathonId: string, signal?: AbortSignal): Promise<StaffLast[]> {
  return callApi(`${pathOf(marathonId)}/staff`, (body) => array(staffLastSchema).parse(body), { signal })
}
