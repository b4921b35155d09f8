import type { Distance } from '../limits.ts'

/** How many km a distance of a marathon has. */
export function kmOf(distance: Distance): number {
  return Number(distance.slice(0, -1))
}

/** How long somebody took for a km on average. @param time from the gun to the finish in ms @returns ms */
export function paceOf(time: number, distance: Distance): number {
  return time / kmOf(distance)
}
