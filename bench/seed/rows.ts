import { personKey } from '../../contract/application.ts'
import { DISTANCES } from '../../contract/limits.ts'
import { randomFrom } from '../../scripts/local/random.ts'
import { pick, properName, prose } from './text.ts'

const DAY_MS = 86_400_000
const ZONES = ['Europe/Berlin', 'America/Chicago', 'Asia/Tokyo', 'Africa/Nairobi', 'Australia/Sydney', 'Asia/Dhaka']
/** Number of accounts that own the marathons. */
const OWNERS = 100

export interface SeedMarathon {
  id: string
  owner_uid: string
  title: string
  location: string
  description: string
  image: string
  distance: string
  reg_start: string
  reg_end: string
  start_date: string
  time_zone: string
  capacity: null
  name: string
  email: string
  created_at: string
}

const ownerOf = (index: number) => `owner-${index % OWNERS}`
export const marathonId = (index: number) => `bench-event-${String(index).padStart(8, '0')}`

/** The marathon with this number: open for registration, created in the past two years, starting within 300 days. */
export function seedMarathon(index: number, now: number, owner = ownerOf(index)): SeedMarathon {
  const random = randomFrom(index)
  const at = (days: number) => new Date(now + days * DAY_MS).toISOString()
  // Real organisers choose whole days, and starts on the half hour.
  const onDay = (days: number) => `${at(days).slice(0, 10)}T00:00:00.000Z`
  const halfHour = () => String(Math.floor(random() * 2) * 30).padStart(2, '0')
  const morning = (days: number) => `${at(days).slice(0, 10)}T0${5 + Math.floor(random() * 5)}:${halfHour()}:00.000Z`
  const organiser = randomFrom(1_000_000 + (owner === ownerOf(index) ? index % OWNERS : 0))
  const surname = properName(organiser)
  const place = properName(random)
  return {
    id: marathonId(index),
    owner_uid: owner,
    title: `${place} ${pick(random, ['Marathon', 'Half', 'Ten', 'Night Run', 'Trail', 'City Run'])} ${index}`,
    location: `${place}, ${properName(random)}`,
    description: prose(random, 10 + Math.floor(random() * 30)),
    image: `https://pictures.example.com/${Math.floor(random() * 2 ** 40).toString(36)}/${place.toLowerCase()}.jpg`,
    distance: pick(random, DISTANCES),
    reg_start: onDay(-10 - random() * 100),
    reg_end: onDay(5 + random() * 20),
    start_date: morning(30 + random() * 270),
    time_zone: pick(random, ZONES),
    capacity: null,
    name: `${properName(organiser)} ${surname}`,
    email: `${surname.toLowerCase()}@example.com`,
    created_at: at(-1 - random() * 700),
  }
}

/** The application with this number, to a marathon: each of another runner, one in five with a remark. */
export function seedEntrant(index: number, marathon: SeedMarathon) {
  const random = randomFrom(2_000_000 + index)
  const [first, last] = [properName(random), properName(random)]
  return {
    id: `bench-entry-${String(index).padStart(8, '0')}`,
    marathon_id: marathon.id,
    owner_uid: `entrant-${index}`,
    person_key: personKey(first, last),
    title: marathon.title,
    start_date: marathon.start_date,
    location: marathon.location,
    image: marathon.image,
    description: '',
    first_name: first,
    last_name: last,
    phone_number: `+49 ${Math.floor(random() * 1e10)}`,
    additional_info: random() < 0.2 ? prose(random, 3 + Math.floor(random() * 8)) : '',
    email: `${first}.${last}${Math.floor(random() * 100)}@example.com`.toLowerCase(),
    created_at: new Date(Date.parse(marathon.created_at) + Math.floor(random() * 30 * DAY_MS)).toISOString(),
  }
}
