import type * as z from 'zod/mini'
import { accountDataQuerySchema, accountDataSchema } from '../../contract/account-data.ts'
import { applicationSchema } from '../../contract/application.ts'
import { historyQuerySchema, historyRowSchema, staffLastSchema } from '../../contract/history.ts'
import { liveQuerySchema, roomMessageSchema } from '../../contract/live.ts'
import { mailReachSchema, mailWantsSchema, ownMailSchema } from '../../contract/mail.ts'
import {
  drawSchema,
  marathonSchema,
  publicMarathonSchema,
  publicPageSchema,
  upcomingMarathonSchema,
} from '../../contract/marathon.ts'
import type { ProblemCode } from '../../contract/problem.ts'
import { pushEndSchema, pushSubscriptionSchema } from '../../contract/push.ts'
import * as rest from '../../contract/rest.ts'
import {
  differencesSchema,
  listAnswerSchema,
  officialPostSchema,
  officialSchema,
  publicListQuerySchema,
} from '../../contract/results/public-list-schema.ts'
import { resultFileSchema } from '../../contract/results/result-file.ts'
import * as session from '../../contract/session.ts'
import { responseSchema, syncRequestSchema } from '../../contract/sync.ts'
import { EXAMPLES } from './examples.ts'

/**
 * Who may make a call: anyone, a user with a Firebase ID token, a signed-in user, some of the marathon's staff, or who has
 * the entry. Which of the staff, worker/routes/permissions.md says. Another account's marathon is FORBIDDEN, and its
 * application NOT_FOUND.
 */
type Who = 'anyone' | 'token' | 'user' | 'staff' | 'runner'

/** A body, with the name of its schema in the OpenAPI document. With `list`, it is an array of that schema. */
export interface Body {
  name: string
  schema: z.core.$ZodType
  list?: boolean
  example: unknown
}

/**
 * One call of the API. The OpenAPI document, the permission matrix, the budgets of round trips, the query plans and the
 * fuzzing come from these rows, so none of them can say something else of a call. A route without a row fails a test.
 */
interface Call {
  who: Who
  summary: string
  query?: z.ZodMiniObject
  request?: Body
  /** 200 if it is left out. 101: a WebSocket; `response` is one of its messages. */
  status?: 101 | 201
  response: Body
  /** With `Accept: text/csv` the response is CSV. */
  csv?: boolean
  /** A write that other sites may make too. It is not below /api: people open its address. */
  fromAnywhere?: true
  /** Does the call accept Idempotency-Key, although it makes no op? */
  keyed?: true
  /** Problems of this call. problemsOf adds the problems that every call of its kind has. */
  problems?: ProblemCode[]
}

export interface Route extends Omit<Call, 'status'> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  status: 101 | 200 | 201
}

const body = (name: string, schema: z.core.$ZodType, example: unknown): Body => ({ name, schema, example })
const list = (name: string, schema: z.core.$ZodType, example: unknown): Body => ({
  name,
  schema,
  list: true,
  example: [example],
})

const SUCCESS = body('Success', session.successSchema, { success: true })
const INSERTED = body('Inserted', rest.insertedSchema, EXAMPLES.inserted)
const UPDATED = body('Updated', rest.updatedSchema, { acknowledged: true, matchedCount: 1, modifiedCount: 1 })
const DELETED = body('DeletedCount', rest.deletedCountSchema, { acknowledged: true, deletedCount: 1 })
const WRITTEN: ProblemCode[] = ['GONE', 'STALE', 'NOT_FOUND']

/** All calls of the API, by method and path: below /api, with Hono's `:id`. */
const CALLS: Record<string, Call> = {
  'POST /jwt': {
    who: 'token',
    summary: 'Turns a Firebase ID token (Authorization: Bearer) into a session cookie',
    request: body('SignIn', rest.jwtBodySchema, { email: 'ada@example.com' }),
    response: body('SignedIn', session.jwtResponseSchema, { success: true, expiresAt: '2027-03-19T08:00:00.000Z' }),
    problems: ['UNAUTHENTICATED', 'RATE_LIMITED'],
  },
  'POST /logout': {
    who: 'anyone',
    summary: 'Clears the session cookie',
    response: SUCCESS,
  },
  'POST /logout-everywhere': {
    who: 'user',
    summary: 'Ends all sessions of the account, and its pushes; the next login needs the password',
    response: SUCCESS,
    problems: ['RATE_LIMITED'],
  },
  'GET /account/data': {
    who: 'user',
    summary: 'What the server keeps of the account, by kind; more behind `next`',
    query: accountDataQuerySchema,
    response: body('AccountData', accountDataSchema, EXAMPLES.accountData),
    problems: ['INVALID'],
  },
  'POST /account/deletion': {
    who: 'token',
    summary: 'Deletes the account of a Firebase ID token (Authorization: Bearer) and all that it has',
    response: SUCCESS,
    problems: ['UNAUTHENTICATED', 'RATE_LIMITED'],
  },
  'GET /allMarathon': {
    who: 'anyone',
    summary: 'The newest marathons, at most 100',
    response: list('PublicMarathon', publicMarathonSchema, EXAMPLES.publicMarathon),
  },
  'GET /upcomingMarathon': {
    who: 'anyone',
    summary: 'Marathons that have not started, soonest first, at most 100',
    response: list('UpcomingMarathon', upcomingMarathonSchema, EXAMPLES.upcomingMarathon),
  },
  'GET /marathons': {
    who: 'user',
    summary: 'Marathons by creation; more behind Link rel="next"',
    query: rest.marathonListQuerySchema,
    response: list('Marathon', marathonSchema, EXAMPLES.marathon),
    problems: ['FORBIDDEN', 'INVALID'],
  },
  'GET /marathons/:id': {
    who: 'user',
    summary: 'One marathon; its ETag is its version',
    response: body('Marathon', marathonSchema, EXAMPLES.marathon),
    problems: ['NOT_FOUND'],
  },
  'GET /marathons/:id/live': {
    who: 'user',
    summary:
      'A WebSocket that says when something of the marathon has changed; with for=staff also check-ins, bibs, recordings, rulings and roles. All are told of what changes live results',
    query: liveQuerySchema,
    status: 101,
    response: body('RoomMessage', roomMessageSchema, { seq: 4711, spreadMs: 0 }),
    problems: ['FORBIDDEN', 'INVALID', 'NOT_FOUND'],
  },
  'GET /marathons/:id/entrants': {
    who: 'staff',
    summary:
      'Who applied, oldest first; CSV for Accept: text/csv, with semicolons for separator=semicolon. All at once, or with limit in pages: more behind Link rel="next"',
    query: rest.entrantListQuerySchema,
    response: list('Application', applicationSchema, EXAMPLES.application),
    csv: true,
    problems: ['FORBIDDEN', 'NOT_FOUND', 'INVALID'],
  },
  'GET /marathons/:id/history': {
    who: 'staff',
    summary: 'What was changed at a marathon, or of one entry, the newest first, in pages of 50; never a value',
    query: historyQuerySchema,
    response: list('HistoryRow', historyRowSchema, EXAMPLES.historyRow),
    problems: ['FORBIDDEN', 'NOT_FOUND', 'INVALID'],
  },
  'GET /marathons/:id/results': {
    who: 'staff',
    summary:
      'The list of results, and all rows that it follows from, for owner, organisers and timers; without names of people',
    response: body('ResultFile', resultFileSchema, EXAMPLES.resultFile),
    problems: ['FORBIDDEN', 'NOT_FOUND', 'TOO_LARGE'],
  },
  'POST /marathons/:id/results': {
    who: 'staff',
    summary:
      'Makes the list of results official, by the digest of the list that the organiser saw; again, with a reason, it corrects official rows',
    request: body('OfficialToMake', officialPostSchema, EXAMPLES.officialToMake),
    response: body('Official', officialSchema, { results: 'official', rows: 1, corrected: 0 }),
    problems: ['NOT_FOUND', 'STALE', 'RATE_LIMITED'],
  },
  'GET /marathons/:id/differences': {
    who: 'staff',
    summary: 'What a correction of official results would change now, for owner and organisers',
    response: body('Differences', differencesSchema, EXAMPLES.differences),
    problems: ['FORBIDDEN', 'NOT_FOUND', 'TOO_LARGE'],
  },
  'GET /marathons/:id/list': {
    who: 'anyone',
    summary: 'The published list of results, live or official, with corrections; nobody’s name who hides it',
    query: publicListQuerySchema,
    response: body('PublicList', listAnswerSchema, EXAMPLES.publicList),
    problems: ['NOT_FOUND', 'RATE_LIMITED', 'TOO_LARGE', 'INVALID'],
  },
  'GET /marathons/:id/staff': {
    who: 'staff',
    summary: 'What each of the staff of a marathon did last there; who they are comes with the sync',
    response: list('StaffLast', staffLastSchema, EXAMPLES.staffLast),
    problems: ['FORBIDDEN', 'NOT_FOUND'],
  },
  'GET /marathons/:id/mail': {
    who: 'staff',
    summary: 'How many runners a notice by mail reaches now, and how many more may be sent',
    response: body('MailReach', mailReachSchema, { reaches: 412, of: 600, left: 2 }),
    problems: ['FORBIDDEN', 'NOT_FOUND'],
  },
  'GET /marathons/:id/public': {
    who: 'anyone',
    summary: 'One marathon as everybody may read it, without contact data',
    response: body('PublicPage', publicPageSchema, EXAMPLES.publicPage),
    problems: ['NOT_FOUND', 'RATE_LIMITED'],
  },
  'GET /marathons/:id/draw': {
    who: 'anyone',
    summary: 'The draw of a ballot, to check it: seed, and the ids of all applications in the drawn order; no names',
    response: body('Draw', drawSchema, EXAMPLES.draw),
    problems: ['NOT_FOUND', 'RATE_LIMITED'],
  },
  'POST /marathons': {
    who: 'user',
    summary: 'Creates a marathon; name, email, createdAt and regCount are decided here',
    request: body('MarathonToCreate', rest.marathonPostSchema, EXAMPLES.marathonToCreate),
    status: 201,
    response: INSERTED,
    problems: ['GONE'],
  },
  'PUT /marathons/:id': {
    who: 'staff',
    summary: 'Updates a marathon; from others, a PUT that changes nothing but regCount is answered with 0',
    request: body('MarathonUpdate', rest.marathonPutSchema, { location: 'Kiel', regEnd: '2027-03-01' }),
    response: UPDATED,
    problems: WRITTEN,
  },
  'DELETE /marathons/:id': {
    who: 'staff',
    summary: 'Deletes a marathon; runners keep their applications',
    response: DELETED,
    problems: WRITTEN,
  },
  'POST /marathons/:id/invitations': {
    who: 'staff',
    summary: 'Makes an invitation to a role: a link for one use, valid 7 days; to organiser by the owner alone',
    request: body('InvitationToMake', rest.invitationPostSchema, { role: 'gate' }),
    status: 201,
    response: body('Invitation', rest.invitationSchema, EXAMPLES.invitation),
    keyed: true,
    problems: ['NOT_FOUND', 'GONE', 'INVALID', 'RATE_LIMITED'],
  },
  'GET /marathons/:id/invitations': {
    who: 'staff',
    summary: 'The open invitations, the one that ends first comes first; without their links',
    response: list('OpenInvitation', rest.openInvitationSchema, EXAMPLES.openInvitation),
    problems: ['FORBIDDEN', 'NOT_FOUND'],
  },
  'DELETE /marathons/:id/invitations/:invitationId': {
    who: 'staff',
    summary: 'Withdraws an open invitation; the id is the one of the list',
    response: DELETED,
    problems: ['NOT_FOUND', 'RATE_LIMITED'],
  },
  'GET /invitations/:token': {
    who: 'anyone',
    summary: 'Event and role of an open invitation; one that is used, withdrawn, expired or unknown is not found',
    response: body('Invited', rest.invitedSchema, EXAMPLES.invited),
    problems: ['NOT_FOUND', 'RATE_LIMITED'],
  },
  'POST /invitations/:token': {
    who: 'user',
    summary: 'Accepts an invitation; a repeated call of the same account is accepted again, and staff keep their role',
    response: body('Accepted', rest.acceptedSchema, EXAMPLES.accepted),
    problems: ['NOT_FOUND', 'INVALID', 'RATE_LIMITED'],
  },
  'GET /entries/:token': {
    who: 'anyone',
    summary: 'What a link to an entry is for: an offered place, or an entry made at the gate that nobody has claimed',
    response: body('LinkedEntry', rest.linkedEntrySchema, EXAMPLES.linkedEntry),
    problems: ['NOT_FOUND', 'RATE_LIMITED'],
  },
  'POST /marathonApplication': {
    who: 'user',
    summary: 'Applies to a marathon, inside its registration window, below its capacity and the limit of an account',
    request: body('ApplicationToCreate', rest.applicationPostSchema, EXAMPLES.applicationToCreate),
    status: 201,
    response: INSERTED,
    problems: ['NOT_FOUND', 'GONE', 'REG_CLOSED', 'ALREADY_APPLIED', 'ACCOUNT_LIMIT', 'FULL'],
  },
  'GET /marathonApplication': {
    who: 'user',
    summary: 'Own applications, newest first; more behind Link rel="next"',
    query: rest.ownListQuerySchema,
    response: list('Application', applicationSchema, EXAMPLES.application),
    problems: ['FORBIDDEN', 'INVALID'],
  },
  'PUT /marathonApplication/:id': {
    who: 'runner',
    summary: 'Updates an own application; title and startDate never change',
    request: body('ApplicationUpdate', rest.applicationPutSchema, { phoneNumber: '+49 40 654321' }),
    response: UPDATED,
    problems: [...WRITTEN, 'ALREADY_APPLIED'],
  },
  'DELETE /marathonApplication/:id': {
    who: 'runner',
    summary: 'Withdraws an own application',
    response: DELETED,
    problems: WRITTEN,
  },
  'POST /sync': {
    who: 'user',
    summary: 'Queued operations in, verdicts and what changed out',
    request: body('SyncRequest', syncRequestSchema, EXAMPLES.syncRequest),
    response: body('SyncResponse', responseSchema(), EXAMPLES.syncResponse),
    problems: ['WRONG_ACCOUNT', 'RATE_LIMITED'],
  },
  'POST /push-subscriptions': {
    who: 'user',
    summary: 'Registers a phone for pushes; the endpoint must be of a known push service',
    request: body('PushSubscription', pushSubscriptionSchema, EXAMPLES.pushSubscription),
    response: SUCCESS,
    problems: ['NOT_FOUND', 'RATE_LIMITED'],
  },
  'DELETE /push-subscriptions': {
    who: 'user',
    summary: 'Ends the pushes to a phone of the account',
    request: body('PushSubscriptionEnd', pushEndSchema, { endpoint: EXAMPLES.pushSubscription.endpoint }),
    response: DELETED,
    problems: ['RATE_LIMITED'],
  },
  'GET /mail': {
    who: 'user',
    summary: 'Where and how the account gets mails',
    response: body('Mail', ownMailSchema, EXAMPLES.mail),
  },
  'PUT /mail': {
    who: 'user',
    summary: 'Sets which mails the account gets: all, or those that it must know',
    request: body('MailChoice', mailWantsSchema, { wants: 'needed' }),
    response: body('Mail', ownMailSchema, EXAMPLES.mail),
    problems: ['RATE_LIMITED'],
  },
  'POST /unsubscribe/:token': {
    who: 'anyone',
    summary: 'Stops the mails that an account need not know, by the token of a mail (RFC 8058): from any site',
    fromAnywhere: true,
    response: SUCCESS,
    problems: ['NOT_FOUND', 'RATE_LIMITED'],
  },
  'GET /config': {
    who: 'anyone',
    summary:
      'Public settings of the app: for the sign-in, the key for pushes, which is null where they are not set up, and whether it mails',
    response: body('Config', session.configSchema, EXAMPLES.config),
  },
  'GET /health': {
    who: 'anyone',
    summary: 'Liveness, with a round trip to the database',
    response: body('Health', rest.healthSchema, { ok: true, time: '2027-03-05T08:00:00.000Z' }),
  },
  'GET /openapi.json': {
    who: 'anyone',
    summary: 'This document',
    response: body('OpenApi', rest.openApiSchema, { openapi: '3.1.0', info: {}, paths: {} }),
  },
}

/** The same as a list, which the OpenAPI document, the permission tests and the tests' checks of responses use. */
export const ROUTES = Object.entries(CALLS).map(([name, call]): Route => {
  const [method, path = ''] = name.split(' ')
  return { status: 200, ...call, method: method as Route['method'], path }
})

/** Does this call of the REST API make an op? Such a call is counted, and accepts Idempotency-Key and If-Match. */
export function isRestWrite({ method, path }: Route): boolean {
  return method !== 'GET' && /^\/(marathons|marathonApplication)(\/:id)?$/.test(path)
}

/** Every problem that a call may return. */
export function problemsOf(route: Route): Set<ProblemCode> {
  const codes = new Set<ProblemCode>([...(route.problems ?? []), 'UNAVAILABLE'])
  if (route.who !== 'anyone') codes.add('UNAUTHENTICATED')
  // A write from another site is FORBIDDEN.
  if (route.method !== 'GET' && !route.fromAnywhere) codes.add('FORBIDDEN')
  if (route.request) for (const code of ['INVALID', 'TOO_LARGE', 'UNSUPPORTED_MEDIA'] as const) codes.add(code)
  // Reads of a signed-in user are counted for the account.
  if (route.who !== 'anyone' && route.method === 'GET') codes.add('RATE_LIMITED')
  // An Idempotency-Key may be malformed, used for another call, or used by another account.
  if (isRestWrite(route)) for (const code of ['INVALID', 'RATE_LIMITED', 'WRONG_ACCOUNT'] as const) codes.add(code)
  return codes
}
