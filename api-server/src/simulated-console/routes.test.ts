import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type LabBench, openLabBench } from '../../test/fixtures/lab-fixture.ts'
import { deriveFlag } from '../areas/catalogue/flags/service.ts'
import { findAccountByLogin } from '../areas/platform/auth/queries.ts'
import { startSession } from '../areas/platform/auth/sign-in/sign-in.ts'
import { deploymentEvents, deployments, rateLimits, simulatedResources } from '../db/schema/index.ts'

let bench: LabBench
beforeAll(async () => {
  bench = await openLabBench()
  for (const name of ['learner', 'second']) await bench.enrol(name)
})
beforeEach(() => bench.clear())
afterAll(() => bench.close())

const OURS = { 'sec-fetch-site': 'same-origin' }

/** A running lab, with the access data of its page. */
async function runLab(api = bench.asLearner) {
  const cloudAccount = await bench.addAccount()
  const { id } = await api.deployLab(bench.place)
  await bench.queue.work()
  const running = await api.getDeployment({ id })
  const shown = (label: string) => running.credentials.find((one) => one.label === label)!.value
  const path = new URL(running.console_url!, 'http://localhost:3000').pathname
  return { id, cloudAccount, path, user: shown('User name'), password: shown('Password') }
}

const get = (url: string, cookie = '') => bench.app.inject({ method: 'GET', url, headers: { cookie } })

async function signIn(
  path: string,
  user: string,
  password: string,
  headers: Record<string, string> = OURS,
  remoteAddress = '127.0.0.1',
) {
  const response = await bench.app.inject({
    method: 'POST',
    url: `${path}/signin`,
    remoteAddress,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams({ user, password }).toString(),
  })
  const [cookie] = response.cookies
  return { response, cookie: cookie ? `${cookie.name}=${cookie.value}` : '' }
}

test('the lab’s user and password open the account, and the page of its resource shows the flag', async () => {
  const { id, path, user, password } = await runLab()
  expect((await get(path)).headers.location).toBe(`${path}/signin`)
  expect((await get(`${path}/signin`)).body).toContain('Nothing here is real')

  const { response, cookie } = await signIn(path, user, password)
  expect([response.statusCode, response.headers.location]).toEqual([303, path])
  expect(response.headers['set-cookie']).toMatch(
    new RegExp(`^simulated-cloud=[^;]+;.*Path=${path};.*HttpOnly;.*SameSite=Strict`),
  )
  const account = await get(path, cookie)
  expect(account.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  for (const title of ['IAM user', 'S3 object', 'IAM access key', 'Default VPC'])
    expect(account.body).toContain(`<h2>${title}</h2>`)
  expect(account.body).toMatch(/You may see \d+ resources of this account\. There may be others\./)
  expect(account.body).not.toContain('FLAG{')
  const link = /href="([^"]+payroll-2026-10)"/.exec(account.body)?.[1]
  const flag = /FLAG\{[0-9a-f]{32}\}/.exec((await get(link!, cookie)).body)?.[0]
  expect(flag).toBe(await bench.planted(id))
  const answer = await bench.asLearner.submitFlag({ id: bench.flags.DYNAMIC, submitFlagPayload: { flag: flag! } })
  expect(answer.correct).toBe(true)
})

test('a wrong password, a wrong user and an unused account get the same response', async () => {
  const { path, user, password } = await runLab()
  const tries = [
    await signIn(path, user, 'wrong'),
    await signIn(path, user, ''),
    await signIn('/simulated-cloud/aws/000000000000', user, password),
    await signIn('/simulated-cloud/azure/none', '', ''),
  ]
  for (const { response, cookie } of tries) {
    expect([response.statusCode, cookie]).toEqual([403, ''])
    expect(response.body).toContain('This user name and password do not work.')
  }
  expect((await signIn(path, 'root', password)).response.statusCode).toBe(403)
})

test('limits guessing by network, without locking out others', async () => {
  const { path, user, password } = await runLab()
  await bench.deps.db.delete(rateLimits)
  const codes = []
  for (let one = 0; one < 21; one++) codes.push((await signIn(path, user, `guess ${one}`)).response.statusCode)
  expect(codes).toEqual([...Array(20).fill(403), 429])
  const { response } = await signIn(path, user, password)
  expect([response.statusCode, Number(response.headers['retry-after']) > 0]).toEqual([429, true])
  expect(response.body).toContain('Please wait')
  expect((await signIn(path, user, password, OURS, '192.0.2.80')).response.statusCode, 'its owner elsewhere').toBe(303)
})

test('a form on another site cannot sign in', async () => {
  const { path, user, password } = await runLab()
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }, { origin: 'null' }])
    expect((await signIn(path, user, password, headers as Record<string, string>)).response.statusCode).toBe(403)
})

test('a learner’s credentials and cookie open only their own account', async () => {
  const mine = await runLab()
  const other = await runLab(bench.as('second'))
  expect((await signIn(mine.path, other.user, other.password)).response.statusCode).toBe(403)
  const { cookie } = await signIn(other.path, other.user, other.password)
  expect((await get(other.path, cookie)).statusCode).toBe(200)
  expect((await get(mine.path, cookie)).headers.location).toBe(`${mine.path}/signin`)
  expect((await get(`${mine.path}/resources/aws_s3_object/payroll-2026-10`, cookie)).statusCode).toBe(303)
  const forged = cookie.replace(other.id, mine.id)
  expect((await get(mine.path, forged)).headers.location).toBe(`${mine.path}/signin`)
})

test('access ends immediately when the lab is ended', async () => {
  const { path, user, password } = await runLab()
  const { cookie } = await signIn(path, user, password)
  await bench.asLearner.destroyLab(bench.place)
  for (const done of [false, true]) {
    if (done) await bench.queue.work()
    const page = await get(`${path}/resources/aws_s3_object/payroll-2026-10`, cookie)
    expect([page.statusCode, page.body.includes('FLAG{')]).toEqual([403, false])
    expect(page.body).toContain('These credentials no longer work')
    expect((await signIn(path, user, password)).response.statusCode).toBe(403)
  }
})

test('revoked credentials do not work, even while the lab runs', async () => {
  const { id, path, user, password } = await runLab()
  const { cookie } = await signIn(path, user, password)
  const revoke = { credentials_revoked_at: new Date() }
  await bench.deps.db.update(deployments).set(revoke).where(eq(deployments.id, id))
  expect((await get(path, cookie)).body).toContain('These credentials no longer work')
  expect((await signIn(path, user, password)).response.statusCode).toBe(403)
})

test('shows names and contents as text', async () => {
  const { id, path, user, password } = await runLab()
  const evil = '"><img src=x onerror=alert(1)>'
  const { account_id } = await bench.asLearner.getDeployment({ id })
  await bench.deps.db
    .insert(simulatedResources)
    .values({ cloud: 'aws', account_id: account_id!, type: `a ${evil}`, name: evil, attributes: { [evil]: evil } })
  const { cookie } = await signIn(path, user, password)
  const account = await get(path, cookie)
  const [link] = /\/simulated-cloud[^"]*resources[^"]*onerror[^"]*/.exec(account.body) ?? []
  const pages = [account, await get(link!, cookie), (await signIn(path, evil, evil)).response]
  for (const { body } of pages) {
    expect(body).toContain('onerror')
    expect(body).not.toContain('<img')
  }
  expect((await get(`/simulated-cloud/aws/${encodeURIComponent(evil)}/signin`)).body).not.toContain('<img')
})

test('no response contains the flag: of the lab, the deployment, its events or the console', async () => {
  const { id, cloudAccount } = await runLab()
  const userId = await bench.idOf('learner')
  const flag = deriveFlag(bench.deps.secrets, { flagId: bench.flags.DYNAMIC, userId, deploymentId: id })
  expect(await bench.planted(id)).toBe(flag)
  const { asLearner: mine, asAdmin: admin } = bench
  const account = (await mine.getDeployment({ id })).account_id!
  const answers = await Promise.all([
    mine.getDeployment({ id }),
    mine.getMyLab({ slug: 'open-door' }),
    mine.listMyLabs(),
    mine.getLab({ slug: 'open-door' }),
    mine.listLabs(),
    mine.deployLab(bench.place),
    mine.listMyFlags(),
    mine.listLabFlags({ lab: 'open-door' }),
    mine.checkFlag({ id: bench.flags.DYNAMIC }),
    admin.listDeployments({}),
    admin.listAwsAccounts({}),
    admin.getCloudAccount({ id: cloudAccount }),
    admin.listLabFlagsForAdmin({ slug: 'open-door' }),
    bench.deps.db.select().from(deployments),
    bench.deps.db.select().from(deploymentEvents),
  ])
  expect(JSON.stringify(answers)).toContain(account)
  for (const answer of answers) expect(textsOf(answer).filter((text) => text.includes(flag))).toEqual([])

  const sent = await streamOf(id)
  expect(sent).toContain('"state":"running"')
  expect(sent).not.toContain('FLAG{')
})

/** All texts in a response, including keys, at any depth. */
function textsOf(value: unknown): string[] {
  if (value instanceof Date || typeof value !== 'object' || value === null) return [String(value)]
  return Object.entries(value).flatMap(([key, inner]) => [key, ...textsOf(inner)])
}

/** Everything sent to the page of a running lab until it ends. */
async function streamOf(id: string): Promise<string> {
  const account = await findAccountByLogin(bench.deps.db, 'learner')
  const { session } = await startSession(bench.deps, account!, { address: '127.0.0.1', userAgent: 'vitest' })
  const response = await bench.app.inject({
    url: `/api/v1/deployments/${id}/events`,
    headers: { authorization: `Bearer ${session.access_token}` },
    payloadAsStream: true,
  })
  let sent = ''
  let isEnded = false
  for await (const chunk of response.stream()) {
    sent += chunk
    // The state is sent after the first bytes: a lab that ends in between would never be reported as running.
    if (isEnded || !sent.includes('event: deployment')) continue
    isEnded = true
    await bench.asLearner.destroyLab(bench.place)
    await bench.queue.work()
  }
  return sent
}
