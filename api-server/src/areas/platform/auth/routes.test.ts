import { operations } from '@flagyard/api-types'
import { createClient } from '@flagyard/api-types/contract/client'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Api, injecting, startTestApp, type TestApp } from '../../../../test/app.ts'
import { publishLegalPage } from '../../../../test/legal.ts'
import { startMailServer } from '../../../../test/servers/mail-server.ts'
import { users } from '../../../db/schema/index.ts'
import { UNDELIVERABLE } from '../../../http/deliverable.ts'
import { createMailer } from '../../../integrations/mail.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const person = (username: string, email = `${username}@people.example`) => ({
  username,
  email,
  password: 'a long enough phrase',
  full_name: 'Ada Lovelace',
  accept_terms: true as const,
})
const mails = async (to: string) => (await app.asVisitor.readDemoOutbox()).filter((mail) => mail.to === to)
const tokenIn = (text = '') => /#token=([\w-]+)/.exec(text)?.[1] ?? ''
const signUp = (input: ReturnType<typeof person>) => app.asVisitor.signup({ signUpPayload: input })
const activate = (token: string) => app.asVisitor.activateAccount({ activateAccountPayload: { token } })
const withToken = (token: string): Api => createClient(operations, { send: injecting(app.app, async () => token) })

/** A browser that stores the refresh cookie between its calls. */
function browser() {
  let cookie = ''
  const post = async (path: string, form?: Record<string, string>, headers: Record<string, string> = {}) => {
    const response = await app.app.inject({
      method: 'POST',
      url: `/api/v1${path}`,
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(cookie ? { cookie } : {}),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...headers,
      },
      ...(form ? { payload: new URLSearchParams(form).toString() } : {}),
    })
    const set = response.cookies.find(({ name }) => name === 'flagyard-session')
    if (set) cookie = set.value ? `${set.name}=${set.value}` : ''
    return response
  }
  return {
    signIn: (username: string, password = 'a long enough phrase') => post('/auth/signin', { username, password }),
    refresh: (headers?: Record<string, string>) => post('/auth/refresh', undefined, headers),
    signOut: () => post('/auth/signout'),
    get cookie() {
      return cookie
    },
    set cookie(value: string) {
      cookie = value
    },
  }
}

test('a new account gets no advertising by mail unless it agreed to product news', async () => {
  const preferencesOf = async (username: string, asked: { product_news?: boolean }) => {
    await app.asVisitor.signup({ signUpPayload: { ...person(username), ...asked } })
    const [row] = await app.deps.db.select().from(users).where(eq(users.username, username))
    return row?.email_preferences
  }
  expect(await preferencesOf('nonews', {})).toEqual({ product: false, reminders: true, feedback: false })
  expect(await preferencesOf('declined', { product_news: false })).toMatchObject({ product: false })
  expect(await preferencesOf('agreed', { product_news: true })).toEqual({
    product: true,
    reminders: true,
    feedback: false,
  })
})

async function newAccount(username: string) {
  await signUp(person(username))
  await activate(tokenIn((await mails(`${username}@people.example`))[0]?.text))
}

describe('signing up', () => {
  test('a new account is inactive until its mail activates it, and a second click succeeds too', async () => {
    await signUp(person('ada'))
    const inactive = browser()
    const { access_token, user } = (await inactive.signIn('ada')).json()
    expect(user).toMatchObject({ username: 'ada', is_active: false, roles: ['user'] })
    await expect(withToken(access_token).listMyCourses()).rejects.toMatchObject({ code: 'inactive_account' })
    expect(await withToken(access_token).getMe()).toMatchObject({ is_active: false })

    const [mail] = await mails('ada@people.example')
    expect(mail?.text).toContain('http://localhost:3000/activate_account#token=')
    expect(mail?.text).toContain('Your account ada has been created. Activate it with this link')
    expect(mail?.text, 'a second click is answered too').not.toMatch(/ready|works once/)
    await activate(tokenIn(mail?.text))
    await activate(tokenIn(mail?.text))
    expect(await withToken(access_token).listMyCourses()).toEqual([])
  })

  test('an address in use is revealed only to its owner, by mail', async () => {
    await newAccount('grace')
    const known = await signUp(person('grace-two', 'GRACE@people.example'))
    const unknown = await signUp(person('grace-three', 'nobody@people.example'))
    expect(known).toEqual(unknown)
    const [toOwner] = await mails('GRACE@people.example')
    expect(toOwner?.subject).toBe('You already have an account at Flagyard')
    expect(toOwner?.text).not.toContain('token=')
    const { user } = (await browser().signIn('grace-two')).json()
    expect(user).toMatchObject({ username: 'grace-two', is_active: false })
  })

  test('all spellings of an international address are one account, mailed in ASCII', async () => {
    await signUp(person('buecher', ' anna@bücher.example '))
    const [mail] = await mails('anna@xn--bcher-kva.example')
    await activate(tokenIn(mail?.text))
    for (const spelling of ['anna@bücher.example', 'Anna@BÜCHER.example', 'anna@bu\u0308cher.example', mail!.to])
      expect((await browser().signIn(spelling)).statusCode, spelling).toBe(200)
    await signUp(person('buecher-two', 'anna@BÜCHER.example'))
    expect((await mails('anna@xn--bcher-kva.example'))[0]?.subject).toBe('You already have an account at Flagyard')
    for (const address of ['anna@bücher.example/x', 'anna@bücher.example:25', 'anna@bücher@x.example'])
      await expect(signUp(person('nobody', address)), address).rejects.toMatchObject({ errors: [{ field: 'email' }] })
  })

  test('all spellings of a local part with other letters are one account', async () => {
    await signUp(person('joerg', 'JO\u0308RG.Ångström@Bücher.example'))
    const [mail] = await mails('jörg.ångström@xn--bcher-kva.example')
    await activate(tokenIn(mail?.text))
    for (const spelling of [
      'jörg.ångström@bücher.example',
      'JÖRG.ÅNGSTRÖM@bücher.example',
      'jörg.a\u030angström@BÜCHER.example',
    ])
      expect((await browser().signIn(spelling)).statusCode, spelling).toBe(200)
    await signUp(person('joerg-two', 'Jörg.Ångström@bücher.example'))
    expect((await mails('jörg.ångström@xn--bcher-kva.example'))[0]?.subject).toBe(
      'You already have an account at Flagyard',
    )
    for (const address of [
      'jörg @x.example',
      'jö“rg@x.example',
      'jörg\u200d@x.example',
      'jörg.@x.example',
      '.ö@x.example',
    ])
      await expect(signUp(person('nobody', address)), address).rejects.toMatchObject({ errors: [{ field: 'email' }] })
  })

  test('a name with decomposed letters is stored and shown composed', async () => {
    await signUp({ ...person('emilie'), full_name: 'E\u0301milie' })
    const [mail] = await mails('emilie@people.example')
    expect(mail?.text).toContain('\u00c9milie')
    await activate(tokenIn(mail?.text))
    expect((await app.asAdmin.getUser({ username: 'emilie' })).full_name).toBe('\u00c9milie')
    const [row] = await app.deps.db.select().from(users).where(eq(users.username, 'emilie'))
    expect(row?.full_name).toBe('\u00c9milie')
    const { full_name } = await app.as('rene').updateMe({ profileUpdatePayload: { full_name: 'Rene\u0301' } })
    expect(full_name).toBe('Ren\u00e9')
  })

  test('a mail server without SMTPUTF8 is reported at the field, and ASCII addresses do not query it', async () => {
    const server = await startMailServer({ hideSMTPUTF8: true })
    const { takesUnicode } = createMailer({ mailUrl: server.url, mailFrom: 'hello@flagyard.example' })
    const asked = vi.spyOn(app.deps.mailer, 'takesUnicode').mockImplementation(takesUnicode)
    await expect(signUp(person('joerg-three', 'jörg@x.example'))).rejects.toMatchObject({
      status: 422,
      errors: [{ field: 'email', message: UNDELIVERABLE }],
    })
    expect(asked).toHaveBeenCalledOnce()
    await signUp(person('jorg-three', 'jorg@bücher.example'))
    expect(asked).toHaveBeenCalledOnce()
    asked.mockRestore()
    await server.close()
  })

  test('the first activation of an address wins and deletes the others', async () => {
    await signUp(person('first', 'shared@people.example'))
    await signUp(person('second', 'shared@people.example'))
    const [second, first] = await mails('shared@people.example')
    await activate(tokenIn(first?.text))
    await expect(activate(tokenIn(second?.text))).rejects.toMatchObject({ code: 'token_unusable', status: 400 })
    expect((await browser().signIn('second')).statusCode).toBe(401)
  })

  test('rejects a taken or reserved username at its field', async () => {
    await signUp(person('taken-name'))
    for (const username of ['taken-name', 'me', 'purchase', 'admin'])
      await expect(signUp(person(username, 'x@people.example')), username).rejects.toMatchObject({
        status: 422,
        errors: [{ field: 'username' }],
      })
  })

  test('reports all errors together, each at its field, and creates nothing', async () => {
    await publishLegalPage(app, 'terms')
    await signUp(person('first-come'))
    const faulty = {
      username: 'first-come',
      email: 'no address',
      password: 'password1',
      full_name: '',
      accept_terms: false,
    }
    const refusal = await app.asVisitor.signup({ signUpPayload: faulty }).catch((error) => error)
    expect(refusal).toMatchObject({ status: 422, code: 'invalid' })
    expect(refusal.errors.map(({ field }: { field: string }) => field).toSorted()).toEqual([
      'accept_terms',
      'email',
      'full_name',
      'password',
      'username',
    ])
    for (const [email, message] of [
      ['no address', 'This is not an e-mail address'],
      ['', 'Enter an e-mail address'],
    ] as const) {
      const refused = await app.asVisitor.signup({ signUpPayload: { ...faulty, email } }).catch((error) => error)
      expect(refused.errors).toContainEqual(expect.objectContaining({ field: 'email', message }))
    }
    const known = { ...faulty, username: 'second-come', email: 'first-come@people.example' }
    const other = await app.asVisitor.signup({ signUpPayload: known }).catch((error) => error)
    expect(
      other.errors.map(({ field }: { field: string }) => field),
      'a known address is no fault',
    ).not.toContain('email')
    expect((await browser().signIn('second-come')).statusCode).toBe(401)
  })

  test.each(['__proto__', 'constructor', 'null', '---', '___', 'true', '-ada', 'ada_'])(
    'rejects the username %s, which programs and people could misread, at its field',
    async (username) => {
      await expect(signUp(person(username, 'x@people.example'))).rejects.toMatchObject({
        status: 422,
        errors: [{ field: 'username' }],
      })
    },
  )

  test('an older account with such a username continues to work', async () => {
    await app.as('__proto__').getMe()
    expect(await app.as('__proto__').listMyCourses()).toEqual([])
    expect(await app.asAdmin.getUser({ username: '__proto__' })).toMatchObject({ username: '__proto__' })
  })

  test('the activation mail leads to the page where the sign-up started; a second mail does so without a code', async () => {
    const next = '/activate_voucher#code=ABCDE-FGHJK'
    await app.asVisitor.signup({ signUpPayload: { ...person('nexta'), next } })
    const links = async () =>
      (await mails('nexta@people.example')).map(({ text }) => /\S+activate_account#\S+/.exec(text)?.[0] ?? '')
    const [first = ''] = await links()
    expect(new URLSearchParams(new URL(first).hash.slice(1)).get('next')).toBe(next)
    expect(first.split('#')[0], 'servers do not receive it').toBe('http://localhost:3000/activate_account')
    const { access_token } = (await browser().signIn('nexta')).json()
    await withToken(access_token).resendActivation()
    const again = (await links()).find((link) => link !== first) ?? ''
    expect(new URLSearchParams(new URL(again).hash.slice(1)).get('next')).toBe('/activate_voucher')
    await activate(tokenIn(again))
  })

  test.each(['//e.com', 'https://e.com', '/\\e.com', '/.//e.com', 'javascript:alert(1)', ''])(
    'rejects %j as the page after activation',
    async (next) => {
      await expect(app.asVisitor.signup({ signUpPayload: { ...person('led-astray'), next } })).rejects.toMatchObject({
        errors: [{ field: 'next' }],
      })
    },
  )

  test('rejects roles and similar fields by name and creates nothing', async () => {
    for (const extra of ['roles', 'is_active', 'capabilities', 'activated_at', 'id', 'price', 'user_id']) {
      const input = { ...person(`mass-${extra.replace(/_/g, '-')}`), [extra]: ['admin'] }
      await expect(signUp(input), extra).rejects.toMatchObject({ status: 422, errors: [{ field: extra }] })
      expect((await browser().signIn(input.username)).statusCode).toBe(401)
    }
  })

  test('rejects look-alike usernames', async () => {
    for (const username of ['Ada', 'аda', 'a​da', 'ａｄａ', 'ad', 'a'.repeat(33), 'ada lovelace'])
      await expect(signUp(person(username, 'x@people.example')), username).rejects.toMatchObject({
        errors: [{ field: 'username' }],
      })
  })

  test('rejects common passwords and the user’s own name, and accepts long phrases and any character', async () => {
    for (const password of ['password1', 'short', 'x'.repeat(257), 'weak-person'])
      await expect(signUp({ ...person('weak-person'), password }), password).rejects.toMatchObject({
        errors: [{ field: 'password' }],
      })
    await signUp({ ...person('strong-person'), password: `ü ${'z'.repeat(250)}` })
    expect((await browser().signIn('strong-person', `ü ${'z'.repeat(250)}`)).statusCode).toBe(200)
    expect((await browser().signIn('strong-person', `u ${'z'.repeat(250)}`)).statusCode).toBe(401)
  })

  test('a forged Host header changes no link', async () => {
    const production = await startTestApp({
      database: app.database,
      config: { ...app.deps.config, demo: false },
    })
    await production.app.inject({
      method: 'POST',
      url: '/api/v1/auth/signup',
      payload: person('hosted'),
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'sec-fetch-site': 'same-origin' },
    })
    await production.app.close()
    const [mail] = await mails('hosted@people.example')
    expect(mail?.text).not.toContain('evil.example')
    expect(mail?.html).not.toContain('evil.example')
  })

  test('HTML in a name is escaped in the mail', async () => {
    await signUp({ ...person('marked'), full_name: '<img src=x onerror=alert(1)>' })
    const [mail] = await mails('marked@people.example')
    expect(mail?.html).not.toContain('<img')
    expect(mail?.html).toContain('&lt;img')
  })
})

describe('sessions', () => {
  beforeAll(() => newAccount('sam'))

  test('the cookie is http-only, same-site strict, for the whole origin, and its value is in no response body', async () => {
    const response = await browser().signIn('sam@people.example')
    const [cookie] = response.cookies
    expect(cookie).toMatchObject({ name: 'flagyard-session', httpOnly: true, sameSite: 'Strict', path: '/' })
    expect(response.body).not.toContain(cookie?.value)
    expect(response.headers['cache-control']).toBe('no-store')
  })

  test('on an https origin the cookie is bound to the host and sent over https only', async () => {
    const config = { ...app.deps.config, publicUrl: 'https://training.example', demo: false }
    const secure = await startTestApp({ database: app.database, config })
    const response = await secure.app.inject({
      method: 'POST',
      url: '/api/v1/auth/signin',
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'username=sam&password=a+long+enough+phrase',
    })
    const set = [response.headers['set-cookie'] ?? []].flat().find((one) => one.startsWith('__Host-'))
    const cookie = set?.replace(/=[^;]{20,}/, '=…').replace(/Expires=[^;]+/, 'Expires=…')
    expect(cookie).toBe('__Host-flagyard-session=…; Path=/; Expires=…; HttpOnly; Secure; SameSite=Strict')
    await secure.app.close()
  })

  test('every sign-in starts a new session, with a token of at least 16 random bytes', async () => {
    const [one, other] = [browser(), browser()]
    await one.signIn('sam')
    await other.signIn('sam')
    const parts = [one, other].map(({ cookie }) => (cookie.split('=')[1] ?? '').split('.'))
    expect(new Set(parts.map(([family]) => family)).size).toBe(2)
    for (const [, secret = ''] of parts) expect(Buffer.from(secret, 'base64url').length).toBeGreaterThanOrEqual(16)
    const before = one.cookie
    await one.signIn('sam')
    expect(one.cookie.split('.')[0], 'also in the browser that was signed in').not.toBe(before.split('.')[0])
  })

  test('client and scope of the old grant are ignored, and no response body contains a refresh token', async () => {
    const form = { username: 'sam', password: 'a long enough phrase', grant_type: 'password' }
    const response = await app.app.inject({
      method: 'POST',
      url: '/api/v1/auth/signin',
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ ...form, scope: 'admin', client_id: 'x', client_secret: 'y' }).toString(),
    })
    expect(response.json().user).toMatchObject({ username: 'sam', roles: ['user'], capabilities: [] })
    expect(Object.keys(response.json()).toSorted()).toEqual(['access_token', 'expires_in', 'token_type', 'user'])
  })

  test('a sign-in must be a form with the grant `password`', async () => {
    const send = (type: string, payload: string) =>
      app.app.inject({ method: 'POST', url: '/api/v1/auth/signin', headers: { 'content-type': type }, payload })
    const credentials = { username: 'sam', password: 'a long enough phrase' }
    expect((await send('application/json', JSON.stringify(credentials))).statusCode).toBe(415)
    for (const grant_type of ['client_credentials', 'refresh_token', '']) {
      const form = new URLSearchParams({ ...credentials, grant_type }).toString()
      const refused = await send('application/x-www-form-urlencoded', form)
      expect([refused.statusCode, refused.json().errors[0].field]).toEqual([422, 'grant_type'])
    }
  })

  test('a script signs in without browser headers; with a cookie the request must come from our pages', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const signIn = (headers: Record<string, string>) =>
      app.app.inject({
        method: 'POST',
        url: '/api/v1/auth/signin',
        headers: { ...form, ...headers },
        payload: 'username=sam&password=a+long+enough+phrase',
      })
    const { access_token } = (await signIn({})).json()
    expect((await withToken(access_token).getMe()).username).toBe('sam')
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { cookie: 'theme=dark' },
    ])
      expect((await signIn(headers)).json().code, JSON.stringify(headers)).toBe('cross_site')
  })

  test('refresh answers 204 without a body for a visitor', async () => {
    const response = await browser().refresh()
    expect([response.statusCode, response.body]).toEqual([204, ''])
  })

  test('each refresh returns a new token and a new cookie', async () => {
    const device = browser()
    await device.signIn('sam')
    const before = device.cookie
    const response = await device.refresh()
    expect(response.json()).toMatchObject({ token_type: 'bearer', user: { username: 'sam', is_active: true } })
    expect(device.cookie).not.toBe(before)
  })

  test('two tabs, or a lost response, get the same successor', async () => {
    const device = browser()
    await device.signIn('sam')
    const parent = device.cookie
    const [one, two] = [browser(), browser()]
    one.cookie = parent
    two.cookie = parent
    const answers = await Promise.all([one.refresh(), two.refresh()])
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200])
    expect(one.cookie).toBe(two.cookie)
    expect((await one.refresh()).statusCode).toBe(200)
  })

  test('a replay of an older token ends the session family and notifies its owner', async () => {
    const device = browser()
    const { access_token } = (await device.signIn('sam')).json()
    const stolen = device.cookie
    await device.refresh()
    await device.refresh()
    const thief = browser()
    thief.cookie = stolen
    expect((await thief.refresh()).statusCode).toBe(204)
    expect((await device.refresh()).statusCode).toBe(204)
    await expect(withToken(access_token).getMe()).rejects.toMatchObject({ code: 'not_signed_in' })
    const [mail] = await mails('sam@people.example')
    expect(mail?.subject).toBe('We signed out one of your devices')
    expect(mail?.text).toContain(
      'restored after a crash or from a backup: then there is nothing to do but sign in again',
    )
  })

  test('a session id with a made-up secret neither signs its owner out nor counts as theft', async () => {
    const device = browser()
    const { access_token } = (await device.signIn('sam')).json()
    const [id = ''] = device.cookie.split('=')[1]?.split('.') ?? []
    const before = await mails('sam@people.example')
    for (const secret of ['x', 'made~up', `${'a'.repeat(43)}~${'b'.repeat(43)}`]) {
      const stranger = browser()
      stranger.cookie = `flagyard-session=${id}.${secret}`
      expect((await stranger.signOut()).statusCode).toBe(204)
      stranger.cookie = `flagyard-session=${id}.${secret}`
      expect((await stranger.refresh()).statusCode).toBe(204)
    }
    expect((await withToken(access_token).getMe()).username).toBe('sam')
    expect((await device.refresh()).statusCode).toBe(200)
    expect(await mails('sam@people.example')).toHaveLength(before.length)
  })

  test('after sign-out neither the cookie nor the access token works', async () => {
    const device = browser()
    const { access_token } = (await device.signIn('sam')).json()
    const cookie = device.cookie
    expect((await device.signOut()).statusCode).toBe(204)
    device.cookie = cookie
    expect((await device.refresh()).statusCode).toBe(204)
    await expect(withToken(access_token).getMe()).rejects.toMatchObject({ status: 401 })
  })

  const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  const json = { headers: { 'content-type': 'application/json' } }
  const bodies: Record<string, { headers: Record<string, string>; payload: string }> = {
    signin: { ...form, payload: 'username=sam&password=x' },
    second_factor: { ...json, payload: '{"challenge":"x","code":"000000"}' },
    'second_factor/passkey': { ...json, payload: '{"challenge":"x"}' },
  }

  test('rejects calls from other sites and sister sites, and cookies without an origin', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ])
      for (const path of ['refresh', 'signout', 'signin', 'second_factor', 'second_factor/passkey']) {
        const response = await app.app.inject({
          method: 'POST',
          url: `/api/v1/auth/${path}`,
          headers: { ...headers, ...bodies[path]?.headers },
          payload: bodies[path]?.payload ?? '',
        })
        expect([response.statusCode, response.json().code], `${path} ${JSON.stringify(headers)}`).toEqual([
          403,
          'cross_site',
        ])
      }
    const device = browser()
    await device.signIn('sam')
    for (const path of ['refresh', 'signout']) {
      const nowhere = await app.app.inject({
        method: 'POST',
        url: `/api/v1/auth/${path}`,
        headers: { cookie: device.cookie },
      })
      expect(nowhere.statusCode, path).toBe(403)
      const headers = { 'content-type': 'text/plain', cookie: device.cookie }
      const plain = await app.app.inject({ method: 'POST', url: `/api/v1/auth/${path}`, headers, payload: 'x' })
      expect(plain.statusCode, path).toBe(403)
    }
    const ours = await app.app.inject({
      method: 'POST',
      url: '/api/v1/auth/refresh',
      headers: { origin: 'http://localhost:3000' },
    })
    expect(ours.statusCode).toBe(204)
  })

  test('rejects tokens with another algorithm or a changed payload', async () => {
    const { access_token } = (await browser().signIn('sam')).json()
    const [header = '', payload = '', signature = ''] = access_token.split('.')
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    for (const token of [
      `${encode({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
      `${encode({ alg: 'none' })}.${payload}.${signature}`,
      `${encode({ alg: 'HS512', typ: 'at+jwt' })}.${payload}.${signature}`,
      `${header}.${encode({ sub: 'x', sid: 'y', exp: 9e9, iss: 'flagyard', aud: 'flagyard-api' })}.${signature}`,
      `${header}.${payload}.${signature.slice(0, -2)}aa`,
      `${header}.${payload}`,
      'x',
    ])
      await expect(withToken(token).getMe(), token).rejects.toMatchObject({ code: 'not_signed_in' })
  })
})

describe('a password reset', () => {
  test('requested seven times from different clients sends five mails, with the same response', async () => {
    await newAccount('flooded')
    const ask = () => app.asVisitor.forgotPassword({ forgotPasswordPayload: { email: 'flooded@people.example' } })
    const answers = await Promise.all(Array.from({ length: 7 }, ask))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    const resets = (await mails('flooded@people.example')).filter(({ text }) => text.includes('reset_password'))
    expect(resets).toHaveLength(5)
  })

  test('has a link that works once and ends every session, and the same response for an unknown address', async () => {
    await newAccount('rosa')
    const device = browser()
    const { access_token } = (await device.signIn('rosa')).json()
    const known = await app.asVisitor.forgotPassword({ forgotPasswordPayload: { email: 'Rosa@people.example' } })
    const unknown = await app.asVisitor.forgotPassword({ forgotPasswordPayload: { email: 'none@people.example' } })
    expect(known).toEqual(unknown)
    expect(await mails('none@people.example')).toEqual([])

    const token = tokenIn((await mails('rosa@people.example'))[0]?.text)
    const reset = (password: string) => app.asVisitor.resetPassword({ resetPasswordPayload: { token, password } })
    await reset('another long phrase')
    await expect(reset('a third long phrase')).rejects.toMatchObject({ code: 'token_unusable' })
    await expect(withToken(access_token).getMe()).rejects.toMatchObject({ status: 401 })
    expect((await device.refresh()).statusCode).toBe(204)
    expect((await browser().signIn('rosa')).statusCode).toBe(401)
    expect((await browser().signIn('rosa', 'another long phrase')).statusCode).toBe(200)
    expect((await mails('rosa@people.example'))[0]?.subject).toBe('Your password was changed')
  })

  test('does not accept an activation token', async () => {
    await signUp(person('mixed'))
    const token = tokenIn((await mails('mixed@people.example'))[0]?.text)
    await expect(
      app.asVisitor.resetPassword({ resetPasswordPayload: { token, password: 'another long phrase' } }),
    ).rejects.toMatchObject({ code: 'token_unusable' })
  })
})

test('of one account cannot change another, whose token remains valid', async () => {
  await newAccount('iris')
  await newAccount('jana')
  const ask = async (username: string) => {
    await app.asVisitor.forgotPassword({ forgotPasswordPayload: { email: `${username}@people.example` } })
    return tokenIn((await mails(`${username}@people.example`))[0]?.text)
  }
  const [hers, theirs] = [await ask('iris'), await ask('jana')]
  const reset = (token: string, password: string) =>
    app.asVisitor.resetPassword({ resetPasswordPayload: { token, password } })
  await reset(hers, 'the phrase of iris')
  expect((await browser().signIn('jana')).statusCode).toBe(200)
  await reset(theirs, 'the phrase of jana')
  expect((await browser().signIn('iris', 'the phrase of iris')).statusCode).toBe(200)
  expect((await browser().signIn('jana', 'the phrase of iris')).statusCode).toBe(401)
})

test('an attacker who guesses passwords is limited, without locking out the owner elsewhere', async () => {
  await newAccount('kira')
  const signInFrom = (remoteAddress: string, password: string) =>
    app.app.inject({
      method: 'POST',
      url: '/api/v1/auth/signin',
      remoteAddress,
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ username: 'kira', password }).toString(),
    })
  const guesses: number[] = []
  for (let guess = 0; guess < 11; guess++) guesses.push((await signInFrom('198.51.100.7', `guess ${guess}`)).statusCode)
  expect(guesses.at(-1)).toBe(429)
  expect((await signInFrom('198.51.100.7', 'a long enough phrase')).statusCode, 'even when it is right').toBe(429)
  expect((await signInFrom('192.0.2.9', 'a long enough phrase')).statusCode).toBe(200)
})

test('sign-in to one name is limited, with the seconds to wait', async () => {
  const statuses: number[] = []
  let wait: string | undefined
  for (let i = 0; i < 12; i++) {
    const response = await browser().signIn('brute', `guess ${i}`)
    statuses.push(response.statusCode)
    wait = response.headers['retry-after'] as string | undefined
  }
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401))
  expect(statuses.at(-1)).toBe(429)
  expect(Number(wait)).toBeGreaterThan(0)
})

test('the outbox is closed outside demo mode', async () => {
  const production = await startTestApp({ config: { ...app.deps.config, demo: false } })
  await expect(production.asVisitor.readDemoOutbox()).rejects.toMatchObject({ status: 404 })
  await production.close()
})
