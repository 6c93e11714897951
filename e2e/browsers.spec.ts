import { writeFile } from 'node:fs/promises'
import { test } from '@playwright/test'
import { handsIn, readText } from './steps/hands.ts'
import {
  buyCourse,
  getCertificate,
  type Learner,
  passExam,
  signIn,
  signUpByForm,
  solveLab,
  usePasskey,
  watchVideo,
} from './steps/main-journeys.ts'
import { expect } from './support/fixtures.ts'
import { readServerInfo } from './support/server-info.ts'
import { BROWSERS, type WebDriver } from './support/webdriver.ts'

const FREE_LESSON = '/courses/aws-red-team-foundations?section=identity&lesson=how-iam-decides'

for (const [name, { packages, isInstalled, start }] of Object.entries(BROWSERS)) {
  test.describe(name, () => {
    const missing = `${name} is not installed (Debian: ${packages})`
    // Once, and not again in each worker.
    if (!isInstalled && !process.env.TEST_WORKER_INDEX) console.log(`Skipped: ${missing}`)
    test.skip(!isInstalled, missing)
    test.skip(Boolean(process.env.REPLICAS), 'A killed process leaves a page of these browsers unloaded')

    let driver: WebDriver
    test.beforeEach(async () => {
      driver = await start()
      // Drawn in software: a small window takes less processor time.
      await driver.send('resize', process.env.LONG ? { width: 1280, height: 900 } : { width: 640, height: 480 })
    })
    test.afterEach(async () => driver?.close())

    test(`smoke in ${name}: a visitor opens a free lesson, and it plays`, async ({ baseURL }) => {
      const hands = handsIn(driver, baseURL ?? '')
      await hands.open(FREE_LESSON)
      await hands.press('button', 'I understand')
      await hands.press('button', 'Play')
      await hands.read('button', 'Pause')
    })

    test(
      `main journeys in ${name}: account, purchase, video, lab, exam, certificate and passkey`,
      {
        tag: ['@postgres', '@long'],
      },
      async ({ request, baseURL }, info) => {
        const hands = handsIn(driver, baseURL ?? '')
        const database = readServerInfo(baseURL).environment.DATABASE_URL ?? ''
        const learner: Learner = { hands, username: `${name}-learner`, request, database }
        const step = (title: string, action: (learner: Learner) => Promise<void>) =>
          test.step(title, async () => {
            try {
              await action(learner)
            } finally {
              const picture = String(await driver.send('screenshot', { full: false }))
              await writeFile(info.outputPath(`${title}.png`), picture, 'base64')
            }
          })
        await hands.open('/')
        await hands.press('button', 'I understand')
        await step('account', signUpByForm)
        await step('sign-in', signIn)
        await step('purchase', buyCourse)
        await step('video', watchVideo)
        await step('lab', solveLab)
        await step('exam', passExam)
        await step('certificate', getCertificate)
        if (await supportsPasskeys(driver)) {
          await driver.send('addAuthenticator', AUTHENTICATOR)
          await step('passkey', usePasskey)
        } else await step('no passkey', expectNoPasskey)
      },
    )
  })
}

const AUTHENTICATOR = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserConsenting: true,
  isUserVerified: true,
}

const supportsPasskeys = (driver: WebDriver) =>
  driver.send('run', { script: 'return "PublicKeyCredential" in window', args: [] })

/** WebKitGTK has no passkeys: the profile says so, and sign-in does not offer them. */
async function expectNoPasskey({ hands }: Learner) {
  await hands.open('/profile?section=security')
  await readText(hands, /authenticator app/)
  expect(await hands.isShown('button', 'Add a passkey')).toBe(false)
}
