import * as z from 'zod/mini'
import {
  applicationCreateSchema,
  applicationPatchSchema,
  assignBibSchema,
  claimSchema,
  confirmSchema,
  correctSchema,
  deferSchema,
  moveUpSchema,
  offerSchema,
  takeOverSchema,
  walkInSchema,
  withdrawSchema,
} from '../../../contract/application.ts'
import { checkInConfirmSchema, checkInCreateSchema, checkInVoidSchema } from '../../../contract/check-in.ts'
import { marathonCreateSchema, marathonPatchSchema, publishSchema } from '../../../contract/marathon.ts'
import { noticeCreateSchema, noticeDeleteSchema } from '../../../contract/notice.ts'
import type { OpType } from '../../../contract/ops.ts'
import {
  recordingConfirmSchema,
  recordingCreateSchema,
  recordingVoidSchema,
  rulingCreateSchema,
} from '../../../contract/results/recording-schema.ts'
import { staffDeleteSchema, staffPatchSchema, staffTakeOverSchema } from '../../../contract/staff.ts'
import type { Fields } from '../../../contract/sync.ts'

/** The patch of these deletes has no meaning. Its fields are ignored. */
const ignoredPatchSchema = z.object({})

const PATCH_SCHEMAS = {
  'marathon.create': marathonCreateSchema,
  'marathon.update': marathonPatchSchema,
  'marathon.delete': ignoredPatchSchema,
  'marathon.draw': z.strictObject({}),
  'marathon.publish': publishSchema,
  'application.create': applicationCreateSchema,
  'application.update': applicationPatchSchema,
  'application.delete': ignoredPatchSchema,
  'application.assignBib': assignBibSchema,
  'application.correct': correctSchema,
  'application.withdraw': withdrawSchema,
  'application.moveUp': moveUpSchema,
  'application.walkIn': walkInSchema,
  'application.confirm': confirmSchema,
  'application.claim': claimSchema,
  'application.offer': offerSchema,
  'application.takeOver': takeOverSchema,
  'application.defer': deferSchema,
  'checkIn.create': checkInCreateSchema,
  'checkIn.void': checkInVoidSchema,
  'checkIn.confirm': checkInConfirmSchema,
  'recording.create': recordingCreateSchema,
  'recording.void': recordingVoidSchema,
  'recording.confirm': recordingConfirmSchema,
  'ruling.create': rulingCreateSchema,
  'notice.create': noticeCreateSchema,
  'notice.delete': noticeDeleteSchema,
  'staff.update': staffPatchSchema,
  'staff.delete': staffDeleteSchema,
  'staff.takeOver': staffTakeOverSchema,
} satisfies Record<OpType, z.ZodMiniType>

interface OpParts {
  opId: string
  id: string
  /** The values that the user saw. A REST write has null: it overwrites any value. */
  base: Fields | null
  /** A hash of the op (worker/ops/op-content). The same op id with another hash is an error and not a repetition. */
  content: string
  /** The version that the row must have (If-Match of a REST write). */
  ifVer?: number | undefined
}

/**
 * An op whose type and version this code knows, or one of the types `T`. `patch` is the result of parsing with the
 * schema of the type: `decide` rejects a wrong one, after the checks of who may do what.
 */
export type KnownOp<T extends OpType = OpType> = {
  [K in T]: OpParts & { type: K; patch: z.core.util.SafeParseResult<z.output<(typeof PATCH_SCHEMAS)[K]>> }
}[T]

/** Parses the patch of an op. Each op is parsed once, where it enters the server. */
export function parseOp(op: OpParts & { type: OpType; patch: Fields }): KnownOp {
  // TypeScript does not see that type and schema belong together.
  return { ...op, patch: z.safeParse(PATCH_SCHEMAS[op.type], op.patch) } as KnownOp
}
