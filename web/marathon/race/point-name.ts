import * as texts from '../../texts/compiled/timing.js'

/** What a point is called: a split as the organiser named it. */
export function pointName(point: string): string {
  if (point === 'start') return texts.start()
  return point === 'finish' ? texts.finish() : point
}
