import type { AuditAction } from '@flagyard/api-types/audit/actions'
import { after, createRandom, DAY, idOf, MINUTE } from './random.ts'
import type { Rows } from './rows.ts'

export interface Learner {
  username: string
  id: string
  name: string
  company: string | null
  joined: Date
  state: 'active' | 'not activated' | 'disabled'
}

export const adminId = idOf('user admin')

/** The forty learners, newest first. Some of the last week's have not activated their account yet, and two are disabled. */
export function learners(now: Date): Learner[] {
  return people.map(([name, , , company], index) => {
    const username = name.toLowerCase().replace(' ', '-')
    const random = createRandom(`joining ${username}`)
    const days = index < 4 ? index + 0.5 : 6 + 230 * ((index - 3) / 36) ** 1.5
    const state = index < 3 ? 'not activated' : DISABLED.has(index) ? 'disabled' : 'active'
    const joined = after(now, -days * DAY - random.whole(0, 600) * MINUTE)
    return { username, id: idOf(`user ${username}`), name, company, joined, state }
  })
}

/** Disabled learners: one for abusing a lab, one at their own request. */
const DISABLED = new Set([22, 35])
export const ABUSER = 'tariq-aziz'

const REFERRERS = ['newsletter', 'conference-2026', 'partner-nordlicht', null, null] as const

/** The accounts `admin` and `learner` and forty others. All use the demo's password, on this machine only. */
export function addPeople(rows: Rows, { now, passwordHash }: { now: Date; passwordHash: string }): void {
  const shared = { password_hash: passwordHash, last_seen_at: after(now, -30 * MINUTE) }
  const long = after(now, -280 * DAY)
  const since = { created_at: long, activated_at: after(long, 4 * MINUTE), email_preferences_chosen_at: long }
  rows.users.push({
    ...shared,
    ...since,
    id: adminId,
    username: 'admin',
    email: 'admin@flagyard.example',
    full_name: 'Robin Adler',
    roles: ['user', 'admin'],
    capabilities: ['owner', 'support', 'content', 'finance', 'cloud'],
    time_zone: 'Europe/Madrid',
    country: 'ES',
  })
  const recent = after(now, -40 * DAY)
  rows.users.push({
    ...shared,
    id: learnerId,
    username: 'learner',
    email: 'learner@flagyard.example',
    full_name: 'Sam Rivera',
    time_zone: 'Europe/Madrid',
    country: 'ES',
    created_at: recent,
    activated_at: after(recent, 6 * MINUTE),
    email_preferences_chosen_at: recent,
  })
  rows.users.push(...learners(now).map((learner, index) => userRow(learner, index, now, passwordHash)))
  auditDisabledLearners(rows, now)
}

export const learnerId = idOf('user learner')

function userRow(learner: Learner, index: number, now: Date, password_hash: string): Rows['users'][number] {
  const { id, username, name, company, joined, state } = learner
  const random = createRandom(`user ${username}`)
  const person = people[index]
  const activated = state !== 'not activated'
  const seen = state === 'disabled' ? 5.1 : random.pick([0.1, 0.6, 2, 4, 9, 26])
  const seenDaysAgo = Math.min(seen, (now.getTime() - joined.getTime()) / DAY / 2)
  return {
    id,
    username,
    email: `${username.replace('-', '.')}@mail.example`,
    password_hash,
    full_name: name,
    country: person?.[1] ?? null,
    time_zone: person?.[2] ?? 'UTC',
    company,
    referrer: random.pick(REFERRERS),
    accommodation: index === 17 ? 25 : 0,
    email_preferences_chosen_at: joined,
    created_at: joined,
    activated_at: activated ? after(joined, random.whole(2, 90) * MINUTE) : null,
    last_seen_at: activated ? after(now, -seenDaysAgo * DAY) : null,
    disabled_at: state === 'disabled' ? after(now, -5 * DAY) : null,
    disabled_reason:
      state !== 'disabled' ? null : username === ABUSER ? 'Mining in a lab account' : 'Asked to be paused until spring',
  }
}

function auditDisabledLearners(rows: Rows, now: Date): void {
  for (const user of rows.users) {
    if (!user.disabled_at) continue
    rows.audit.push({
      id: idOf(`audit disabled ${user.username}`),
      at: after(now, -5 * DAY),
      actor_id: adminId,
      actor: 'admin',
      action: 'users.disable' satisfies AuditAction,
      subject_type: 'user',
      subject_id: user.username,
      before: { disabled_at: null },
      after: { disabled_at: user.disabled_at },
      reason: user.disabled_reason ?? null,
      address: '127.0.0.1',
    })
  }
}

/** Forty invented learners: name, country, time zone, company. Any resemblance is a coincidence; all addresses are in a reserved domain. */
const people: [name: string, country: string, timeZone: string, company: string | null][] = [
  ['Lena Brandt', 'DE', 'Europe/Berlin', 'Nordlicht Versicherung'],
  ['Mateo Alonso', 'ES', 'Europe/Madrid', null],
  ['Aisha Rahmani', 'GB', 'Europe/London', 'Harbour Freight Systems'],
  ['Piotr Zielinski', 'PL', 'Europe/Warsaw', null],
  ['Chloe Mercier', 'FR', 'Europe/Paris', 'Atelier Réseau'],
  ['Jonas Lindqvist', 'SE', 'Europe/Stockholm', null],
  ['Priya Nair', 'IN', 'Asia/Kolkata', 'Monsoon Analytics'],
  ['Daniel Osei', 'GH', 'Africa/Accra', null],
  ['Sofia Marchetti', 'IT', 'Europe/Rome', 'Banca del Porto'],
  ['Ethan Walsh', 'IE', 'Europe/Dublin', null],
  ['Yuki Tanabe', 'JP', 'Asia/Tokyo', 'Kawabe Logistics'],
  ['Camila Duarte', 'BR', 'America/Sao_Paulo', null],
  ['Noah Fischer', 'CH', 'Europe/Zurich', 'Alpenbahn IT'],
  ['Hana Novotna', 'CZ', 'Europe/Prague', null],
  ['Omar Haddad', 'JO', 'Asia/Amman', 'Levant Telecom'],
  ['Grace Thompson', 'US', 'America/New_York', null],
  ['Rafael Santos', 'PT', 'Europe/Lisbon', 'Tejo Energia'],
  ['Ingrid Haugen', 'NO', 'Europe/Oslo', null],
  ['Kwame Boateng', 'GH', 'Africa/Accra', 'Volta Payments'],
  ['Eleni Papadaki', 'GR', 'Europe/Athens', null],
  ['Lucas Meyer', 'DE', 'Europe/Berlin', 'Nordlicht Versicherung'],
  ['Zofia Kaminska', 'PL', 'Europe/Warsaw', null],
  ['Tariq Aziz', 'AE', 'Asia/Dubai', 'Dune Cloud Services'],
  ['Maya Goldberg', 'US', 'America/Los_Angeles', null],
  ['Emil Kristensen', 'DK', 'Europe/Copenhagen', 'Fjordbank'],
  ['Ana Petrovic', 'RS', 'Europe/Belgrade', null],
  ['Ben Adeyemi', 'NG', 'Africa/Lagos', 'Eko Security'],
  ['Laura Jansen', 'NL', 'Europe/Amsterdam', null],
  ['Victor Ionescu', 'RO', 'Europe/Bucharest', 'Carpat Software'],
  ['Mina Park', 'KR', 'Asia/Seoul', null],
  ['Oliver Grant', 'AU', 'Australia/Sydney', 'Southern Grid'],
  ['Fatima Zahra', 'MA', 'Africa/Casablanca', null],
  ['Simon Keller', 'AT', 'Europe/Vienna', 'Donau Consulting'],
  ['Isabel Rojas', 'CL', 'America/Santiago', null],
  ['Harriet Cole', 'GB', 'Europe/London', 'Harbour Freight Systems'],
  ['Andrei Popa', 'RO', 'Europe/Bucharest', null],
  ['Wei Chen', 'SG', 'Asia/Singapore', 'Straits Fintech'],
  ['Marta Vidal', 'ES', 'Europe/Madrid', null],
  ['Joel Virtanen', 'FI', 'Europe/Helsinki', 'Saimaa Forestry'],
  ['Nadia Benali', 'TN', 'Africa/Tunis', null],
]
