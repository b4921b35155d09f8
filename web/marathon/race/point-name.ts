import * as texts from '../../texts/compiled/timing.js'

/** The name of a point; a split has the organiser's. */
export function pointName(point: string): string {
  if (point === 'start') return texts.start()
  return point === 'finish' ? texts.finish() : point
}
