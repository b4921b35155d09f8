/** What an account may be at a marathon. Its owner made it, or took it over. */
export const ROLES = ['owner', 'organiser', 'desk', 'gate', 'timer'] as const
export type Role = (typeof ROLES)[number]

/** The roles to which people are invited, and which can be changed. The owner alone names organisers. */
export const INVITED_ROLES = ['organiser', 'desk', 'gate', 'timer'] as const
export type InvitedRole = (typeof INVITED_ROLES)[number]

/**
 * Who may what at a marathon. Screens, `decide`, reads and pulls ask this table, and nothing else knows what a role may.
 * - `own`: delete the marathon, name organisers, hand it over.
 * - `organise`: change the marathon, its entrants and its staff, write notices, draw, and see contact data.
 * - `desk`: enter people at the gate, give bibs, and see to entries without account.
 * - `checkIn`: check people in.
 * - `time`: record at points, and see what was recorded and ruled. Who organises rules.
 */
const MAY = {
  own: ['owner'],
  organise: ['owner', 'organiser'],
  desk: ['owner', 'organiser', 'desk'],
  checkIn: ['owner', 'organiser', 'desk', 'gate'],
  time: ['owner', 'organiser', 'timer'],
} as const satisfies Record<string, readonly Role[]>
export type Power = keyof typeof MAY

/** The roles that may do this. */
export function rolesThatMay(power: Power): readonly Role[] {
  return MAY[power]
}

/** May this role do this? `removed` and null, for a stranger, may nothing. */
export function may(role: Role | 'removed' | null | undefined, power: Power): boolean {
  return role != null && (MAY[power] as readonly string[]).includes(role)
}

/** Is it a role whose phones get no contact data? Organisers change and remove these alone. */
export function isHelper(role: Role): boolean {
  return !may(role, 'organise')
}

/** Does the account of this phone organise the marathon? */
export function organises<M extends { role: Role | null }>(
  marathon: M | null | undefined,
): marathon is M & { role: 'owner' | 'organiser' } {
  return may(marathon?.role, 'organise')
}

/** Does the account of this phone help at the marathon, without seeing contact data? */
export function helps<M extends { role: Role | null }>(
  marathon: M | null | undefined,
): marathon is M & { role: 'desk' | 'gate' | 'timer' } {
  return marathon?.role != null && !organises(marathon)
}
