import type { Draw } from '../../../contract/marathon.ts'
import { isInBallot, isOnWaitingList } from '../../marathon/waiting-list.ts'
import type { ApplicationView } from '../../store/overlay.ts'
import * as texts from '../../texts/compiled/marathon-details.js'
import { checkDraw } from './check-draw.ts'

/** A line of the check of a draw. `look`: only the user can tell. */
export interface DrawLine {
  result: 'right' | 'wrong' | 'look'
  words: string
}

type Own = Pick<ApplicationView, '_id' | 'firstName' | 'lastName' | 'drawOrder' | 'status' | 'ver'>

/**
 * Checks a draw, line by line.
 * @param commitment as this phone has it now
 * @param kept the commitment that this phone kept before the draw; null if it kept none
 * @param applications the user's own
 */
export async function drawLines(
  draw: Draw,
  commitment: string,
  kept: string | null,
  applications: readonly Own[],
): Promise<DrawLine[]> {
  const { isSeed, isOrder } = await checkDraw(draw, commitment)
  const line = (isRight: boolean, words: string): DrawLine => ({ result: isRight ? 'right' : 'wrong', words })
  return [
    ...(kept !== null && kept !== commitment ? [line(false, texts.commitmentFromBefore())] : []),
    line(isSeed, texts.seedOfCommitment()),
    line(isOrder, texts.orderFollows({ count: draw.ids.length })),
    ...applications.map((one) => ownLine(one, draw)).filter((one) => one !== null),
  ]
}

/** Looks for an own application in the list. @returns null for one that the server does not have */
function ownLine(application: Own, { ids, places }: Draw): DrawLine | null {
  const { _id, firstName, lastName, drawOrder, ver } = application
  const name = `${firstName} ${lastName}`
  const found = ids.indexOf(_id) + 1
  // A phone that is still fetching the result may have the list before the number.
  const number = drawOrder || found
  if (number && number <= places && isOnWaitingList(application)) {
    return { result: 'wrong', words: texts.ownHasNone({ name, number, places }) }
  }
  if (number) return { result: found === number ? 'right' : 'wrong', words: texts.ownNumber({ name, number }) }
  if (ver === 0) return null
  if (isInBallot(application)) return { result: 'wrong', words: texts.ownWasInBallot({ name }) }
  // Nothing that the phone has tells when the draw was.
  return { result: 'look', words: texts.ownNotInList({ name }) }
}
