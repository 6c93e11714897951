import type { APIRequestContext } from '@playwright/test'
import { finishLessonsBesideServer } from '../../api-server/test/servers/beside-server.ts'
import { passUntilExam } from '../support/beside-server.ts'
import { expect } from '../support/fixtures.ts'
import { ACCOUNT_PASSWORD, emailOf, FULL_NAME } from './auth.ts'
import { COURSE } from './classroom.ts'
import { findWayToVault } from './exam.ts'
import { type Hands, readText } from './hands.ts'
import { LAB, solutionOf } from './lab.ts'
import { findMailedLink } from './mails.ts'

const EXAM = 'Azure Attack Path Specialist'
const LAST_LESSON = 'writing-the-finding'
const FLAG = /FLAG\{[0-9a-f]{32}\}/

export interface Learner {
  hands: Hands
  username: string
  /** Reads the mails. */
  request: APIRequestContext
  /** Database of the server, on which time is moved. */
  database: string
}

export async function signUpByForm({ hands, username, request }: Learner) {
  await hands.open('/signup')
  const answers = { 'Your name': FULL_NAME, 'E-mail address': emailOf(username), Username: username }
  for (const [label, text] of Object.entries(answers)) await hands.type(new RegExp(`^${label}`), text)
  await hands.type(/^Password/, ACCOUNT_PASSWORD)
  await hands.tick('checkbox', /^I accept the terms/)
  await hands.press('button', 'Create my account')
  await hands.read('heading', 'Check your inbox')
  await hands.open(await findMailedLink({ request }, emailOf(username), /\S+\/activate_account#token=\S+/))
  await hands.press('button', 'Activate my account')
  await hands.read('heading', /active/)
}

export async function signIn({ hands, username }: Learner) {
  await hands.open('/signin')
  await hands.type(/^Username or e-mail/, username)
  await hands.type(/^Password/, ACCOUNT_PASSWORD, 'Enter')
  await hands.read('button', /your account/i)
}

/** From the catalogue through the checkout to what was bought. */
async function buy(hands: Hands, title: string) {
  await hands.open('/courses')
  await hands.press('link', new RegExp(title))
  await hands.press('link', /^Buy for (?!my team)/)
  await hands.read('button', 'Continue to payment')
  await hands.tick('checkbox', /^I accept the terms/)
  await hands.select(/^Country/, 'Germany')
  await hands.press('button', 'Continue to payment')
  await hands.press('button', /^Pay/)
  await hands.press('link', 'Start now')
}

export async function buyCourse({ hands }: Learner) {
  await buy(hands, COURSE.title)
  await hands.read('heading', 'How IAM decides')
}

export async function watchVideo({ hands }: Learner) {
  await hands.press('button', 'Play')
  await readText(hands, /Complete$/m, 90_000)
  // The next lesson would open by itself.
  if (await hands.isShown('button', 'Stay here')) await hands.press('button', 'Stay here')
}

/** From Deploy to the last flag. */
export async function solveLab({ hands }: Learner) {
  const { staticFlag, commands } = solutionOf(LAB.title)
  await hands.open(`/classroom/${COURSE.slug}?section=identity&lesson=${LAB.slug}`)
  await hands.press('button', /^Deploy/)
  await hands.press('button', 'Accept and start the lab')
  await hands.read('link', /^Open console/, 120_000)
  await hands.type('Shell', 'aws sts get-caller-identity', 'Enter')
  await readText(hands, /"Account": "\d{12}"/, 60_000)
  await handInFlag(hands, staticFlag)
  await readText(hands, /^1 of \d/m)
  await handInFlag(hands, await findFlag(hands, commands))
  await readText(hands, /^2 of \d/m)
  await hands.press('button', 'End')
  await hands.press('button', 'End the lab')
  await hands.read('button', 'Deploy again', 60_000)
}

const handInFlag = (hands: Hands, flag: string) => hands.type(/^Found one\? Enter any flag of this lab/, flag, 'Enter')

/** Enters the commands in the screen-reader mode of the shell; the last one prints the flag. */
async function findFlag(hands: Hands, commands: string[]): Promise<string> {
  await hands.read('textbox', /^(Command|Shell$)/, 60_000)
  if (!(await hands.isShown('textbox', /^Command/))) await hands.tick('switch', 'Screen-reader mode')
  for (const line of commands) {
    await hands.type(/^Command/, line, 'Enter')
    await expect.poll(() => hands.read('log', 'Shell output'), { timeout: 60_000 }).toContain(line)
    await hands.read('textbox', /^Command/)
  }
  const log = () => hands.read('log', 'Shell output')
  await expect.poll(log, { timeout: 60_000 }).toMatch(FLAG)
  return FLAG.exec(await log())?.[0] ?? ''
}

export async function passExam({ hands, username, database }: Learner) {
  await buy(hands, EXAM)
  await hands.press('button', 'Next month')
  await hands.press('button', / free hours?$/, { key: 'ArrowRight' })
  await hands.tick('radio', /\d/)
  await hands.tick('checkbox', /rules of this exam/)
  await hands.press('button', 'Book this hour')
  await hands.read('heading', 'Your date')
  await passUntilExam(database, username, 30)
  await hands.press('button', 'Check in', { timeout: 90_000 })
  await hands.read('heading', 'You are checked in')
  await passUntilExam(database, username, 0)
  await hands.read('heading', 'Flags', 90_000)
  await hands.type(/^Which application is owned by/, 'invoice-robot', 'Enter')
  await hands.type(/^Which flag does the secret/, await findFlag(hands, findWayToVault()), 'Enter')
  await hands.press('button', /^Announce the time/)
  await readText(hands, /\d+ hours?, \d+ minutes? left\./)
  await hands.press('button', 'I did this')
  await readText(hands, /75 of 100 points/)
  await hands.press('button', /^Hand in early/)
  await hands.press('button', 'Hand in')
  await hands.read('heading', 'You passed', 60_000)
}

export async function getCertificate({ hands, username, database }: Learner) {
  await finishLessonsBesideServer(database, { username, course: COURSE.slug, but: LAST_LESSON })
  await hands.open(`/classroom/${COURSE.slug}`)
  await hands.press('button', /^Mark complete/)
  await hands.press('button', 'Get your certificate')
  await hands.press('button', 'Issue my certificate')
  await hands.press('link', 'See your certificate')
  await readText(hands, new RegExp(FULL_NAME))
  await readText(hands, /valid/i)
}

/** Adds a passkey, signs out and signs in with it. */
export async function usePasskey({ hands }: Learner) {
  await hands.open('/profile?section=security')
  await hands.press('button', 'Add a passkey')
  await hands.type(/^Passkey name/, 'Laptop')
  await hands.type(/^Enter your password to add a passkey/, ACCOUNT_PASSWORD)
  await hands.press('button', 'Continue')
  await hands.press('button', 'I have saved them')
  await hands.press('button', /your account/i)
  await hands.press('menuitem', /sign out/i)
  await readText(hands, /You are signed out/)
  await hands.open('/signin')
  await hands.press('button', 'Use a passkey instead')
  await hands.read('button', /your account/i)
}
