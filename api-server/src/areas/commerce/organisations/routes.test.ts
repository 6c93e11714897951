import { and, desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, startTestApp, type TestApp } from '../../../../test/app.ts'
import {
  audit,
  organisationInvitations,
  organisationManagers,
  organisations,
  outbox,
} from '../../../db/schema/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const details = {
  ...{ name: 'Nordlicht GmbH', kind: 'business' as const, country: 'DE', tax_id: 'DE136695976' },
  ...{ address: 'Hafenstraße 1, 20457 Hamburg', reference: 'KST 4711', invoice_email: 'invoices@nordlicht.example' },
}
const make = (api: Api, changes: Partial<typeof details> = {}) =>
  api.createOrganisation({ organisationInput: { ...details, ...changes } })
const invite = (api: Api, id: string, email: string) => api.inviteManager({ id, managerInvitation: { email } })
const accept = (api: Api, token: string) => api.acceptInvitation({ invitationToken: { token } })
/** Of the newest mail to the address. */
async function tokenFor(email: string): Promise<string> {
  const [mail] = await app.deps.db
    .select()
    .from(outbox)
    .where(and(eq(outbox.recipient, email), eq(outbox.kind, 'organisation_invitation')))
    .orderBy(desc(outbox.created_at))
    .limit(1)
  return /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}
async function join(api: Api, id: string, by: Api, email: string) {
  await invite(by, id, email)
  return accept(api, await tokenFor(email))
}
const namesOf = ({ managers }: { managers: { username: string }[] }) => managers.map(({ username }) => username)

describe('an organisation', () => {
  test('is managed by the account that creates it, and changed with its version', async () => {
    const ana = app.as('ana')
    const made = await make(ana)
    expect(made).toMatchObject({ ...details, tax_id_state: 'valid', version: 1, managers: [{ username: 'ana' }] })
    expect(await ana.listMyOrganisations()).toMatchObject([{ id: made.id, name: 'Nordlicht GmbH', managers: 1 }])
    const edit = { version: 1, name: 'Nordlicht SE', reference: '' }
    const changed = await ana.updateOrganisation({ id: made.id, organisationEdit: edit })
    expect(changed).toMatchObject({ name: 'Nordlicht SE', reference: null, tax_id: details.tax_id, version: 2 })
    await expect(ana.updateOrganisation({ id: made.id, organisationEdit: edit })).rejects.toMatchObject({
      code: 'stale_version',
    })
  })

  test('accepts an invalid tax id, and shows that it is invalid', async () => {
    expect(await make(app.as('bea'), { tax_id: 'DE123' })).toMatchObject({ tax_id: 'DE123', tax_id_state: 'invalid' })
  })

  test.each([
    [{ name: ' ' }, 'name'],
    [{ country: 'XX' }, 'country'],
    [{ invoice_email: 'nobody' }, 'invoice_email'],
  ])('refuses invalid input: %j', async (changes, field) => {
    await expect(make(app.as('bea'), changes)).rejects.toMatchObject({
      status: 422,
      errors: [expect.objectContaining({ field })],
    })
  })

  test('an account can manage at most twenty', async () => {
    const cleo = app.as('cleo')
    for (let n = 0; n < 20; n++) await make(cleo, { name: `Company ${n}` })
    await expect(make(cleo)).rejects.toMatchObject({ status: 409 })
    const other = await make(app.as('dora'))
    await invite(app.as('dora'), other.id, 'cleo@learners.example')
    const token = await tokenFor('cleo@learners.example')
    await expect(accept(cleo, token)).rejects.toMatchObject({ status: 409 })
  })
})

describe('an invitation', () => {
  test('is mailed with its token in the fragment, stored as a hash, and makes the accepting account a manager', async () => {
    const [eva, finn] = [app.as('eva'), app.as('finn')]
    const { id } = await make(eva)
    const asked = await invite(eva, id, 'Finn@work.example')
    expect(asked.invitations).toMatchObject([{ email: 'Finn@work.example', invited_by: 'Eva Test', expired: false }])
    const token = await tokenFor('Finn@work.example')
    expect(token.length).toBeGreaterThan(40)
    const [row] = await app.deps.db
      .select()
      .from(organisationInvitations)
      .where(eq(organisationInvitations.organisation_id, id))
    expect(JSON.stringify(row)).not.toContain(token)
    expect(await finn.previewInvitation({ invitationToken: { token } })).toMatchObject({
      ...{ organisation: 'Nordlicht GmbH', invited_by: 'Eva Test', email: 'Finn@work.example', joined: false },
    })
    expect(await accept(finn, token)).toEqual({ organisation_id: id, organisation: 'Nordlicht GmbH' })
    expect(namesOf(await finn.getOrganisation({ id }))).toEqual(['eva', 'finn'])
    const [told] = await app.deps.db.select().from(outbox).where(eq(outbox.kind, 'organisation_accepted'))
    expect(told).toMatchObject({ recipient: 'eva@learners.example' })
    expect(told?.text).toContain('Finn Test (finn)')
  })

  test('cannot be used a second time by any account', async () => {
    const gil = app.as('gil')
    const { id } = await make(gil)
    await join(app.as('hana'), id, gil, 'hana@work.example')
    const used = await tokenFor('hana@work.example')
    for (const who of ['hana', 'ivo']) {
      await expect(accept(app.as(who), used)).rejects.toMatchObject({ code: 'token_unusable' })
      await expect(app.as(who).previewInvitation({ invitationToken: { token: used } })).rejects.toMatchObject({
        code: 'token_unusable',
      })
    }
    expect(namesOf(await gil.getOrganisation({ id }))).toEqual(['gil', 'hana'])
  })

  test('stops working once it is sent again, revoked or expired', async () => {
    const jan = app.as('jan')
    const { id } = await make(jan)
    await invite(jan, id, 'kim@work.example')
    const first = await tokenFor('kim@work.example')
    const { invitations } = await invite(jan, id, 'KIM@work.example')
    expect(invitations).toHaveLength(1)
    await expect(accept(app.as('kim'), first)).rejects.toMatchObject({ code: 'token_unusable' })

    const second = await tokenFor('KIM@work.example')
    await app.deps.db
      .update(organisationInvitations)
      .set({ expires_at: sql`now() - interval '1 second'` })
      .where(eq(organisationInvitations.organisation_id, id))
    await expect(accept(app.as('kim'), second)).rejects.toMatchObject({ code: 'token_unusable' })
    expect((await jan.getOrganisation({ id })).invitations).toMatchObject([{ expired: true }])

    await invite(jan, id, 'KIM@work.example')
    const third = await tokenFor('KIM@work.example')
    const invitation_id = invitations[0]!.id
    expect((await jan.revokeInvitation({ id, invitation_id })).invitations).toEqual([])
    await expect(accept(app.as('kim'), third)).rejects.toMatchObject({ code: 'token_unusable' })
    await expect(jan.revokeInvitation({ id, invitation_id })).rejects.toMatchObject({ status: 404 })
  })

  test('stays unused if the account already manages the organisation', async () => {
    const lea = app.as('lea')
    const { id } = await make(lea)
    await invite(lea, id, 'lea@learners.example')
    const token = await tokenFor('lea@learners.example')
    expect(await lea.previewInvitation({ invitationToken: { token } })).toMatchObject({ joined: true })
    await expect(accept(lea, token)).rejects.toMatchObject({ status: 409 })
    expect(await accept(app.as('max'), token)).toMatchObject({ organisation_id: id })
  })

  test('is limited to fifty managers and forty invitations a day', async () => {
    const mia = app.as('mia')
    const { id } = await make(mia)
    const hash = (n: number) => `hash-${id}-${n}`
    const expires_at = new Date(Date.now() + 86_400_000)
    const rows = Array.from({ length: 49 }, (_, n) => ({
      ...{ organisation_id: id, email: `m${n}@work.example`, token_hash: hash(n), expires_at },
    }))
    await app.deps.db.insert(organisationInvitations).values(rows)
    await expect(invite(mia, id, 'one-more@work.example')).rejects.toMatchObject({ status: 409 })
    expect((await invite(mia, id, 'm1@work.example')).invitations).toHaveLength(49)
    await app.deps.db.execute(sql`update rate_limits set count = 40 where key = ${`organisation:invite:${id}`}`)
    await expect(invite(mia, id, 'm2@work.example')).rejects.toMatchObject({ status: 429 })
  })
})

describe('a manager', () => {
  test('who was removed loses access with the next call, and their invitations stop working', async () => {
    const [nia, otto] = [app.as('nia'), app.as('otto')]
    const { id } = await make(nia)
    await join(otto, id, nia, 'otto@work.example')
    await invite(otto, id, 'backdoor@otto.example')
    const backdoor = await tokenFor('backdoor@otto.example')
    await nia.removeManager({ id, username: 'otto' })
    await expect(otto.getOrganisation({ id })).rejects.toMatchObject({ status: 404 })
    expect(await otto.listMyOrganisations()).toEqual([])
    await expect(accept(otto, backdoor)).rejects.toMatchObject({ code: 'token_unusable' })
    const [mail] = await app.deps.db.select().from(outbox).where(eq(outbox.kind, 'organisation_removed'))
    expect(mail).toMatchObject({ recipient: 'otto@learners.example' })
  })

  test('may leave unless they are the last one', async () => {
    const [pia, quin] = [app.as('pia'), app.as('quin')]
    const { id } = await make(pia)
    await expect(pia.removeManager({ id, username: 'pia' })).rejects.toMatchObject({ status: 409 })
    await join(quin, id, pia, 'quin@work.example')
    await pia.removeManager({ id, username: 'pia' })
    expect(namesOf(await quin.getOrganisation({ id }))).toEqual(['quin'])
    await expect(quin.removeManager({ id, username: 'pia' })).rejects.toMatchObject({ status: 404 })
  })

  test('is named in the audit log with each change', async () => {
    const [rita, sam] = [app.as('rita'), app.as('sam')]
    const { id } = await make(rita)
    await join(sam, id, rita, 'sam@work.example')
    await sam.removeManager({ id, username: 'rita' })
    const entries = await app.deps.db.select().from(audit).where(eq(audit.subject_id, id)).orderBy(audit.at, audit.id)
    expect(entries.map(({ action, actor }) => `${actor} ${action}`)).toEqual([
      'rita organisations.create',
      'rita organisations.invite',
      'sam organisations.accept',
      'sam organisations.remove_manager',
    ])
  })
})

describe('other organisations are not found', () => {
  const calls: Record<string, (api: Api, id: string, invitation_id: string) => Promise<unknown>> = {
    getOrganisation: (api, id) => api.getOrganisation({ id }),
    updateOrganisation: (api, id) => api.updateOrganisation({ id, organisationEdit: { version: 1, name: 'Mine' } }),
    inviteManager: (api, id) => invite(api, id, 'me@outside.example'),
    revokeInvitation: (api, id, invitation_id) => api.revokeInvitation({ id, invitation_id }),
    removeManager: (api, id) => api.removeManager({ id, username: 'tina' }),
    listOrganisationOrders: (api, id) => api.listOrganisationOrders({ id }),
    listOrganisationSeats: (api, id) => api.listOrganisationSeats({ id }),
    downloadOrganisationSeats: (api, id) => api.downloadOrganisationSeats({ id }),
  }
  let id: string
  let invitation_id: string
  beforeAll(async () => {
    const tina = app.as('tina')
    const made = await make(tina)
    id = made.id
    await join(app.as('gone'), id, tina, 'gone@work.example')
    await tina.removeManager({ id, username: 'gone' })
    invitation_id = (await invite(tina, id, 'someone@work.example')).invitations[0]!.id
    await make(app.as('manager-elsewhere'))
  })

  for (const [name, call] of Object.entries(calls))
    test(`for ${name} of an outsider, a former manager and a manager of another organisation`, async () => {
      for (const who of ['outsider', 'gone', 'manager-elsewhere'])
        await expect(call(app.as(who), id, invitation_id), who).rejects.toMatchObject({ status: 404 })
      for (const nonsense of ['%00', 'x'.repeat(300)])
        await expect(call(app.as('outsider'), nonsense, invitation_id)).rejects.toSatisfy(
          ({ status }: { status: number }) => [400, 404, 422].includes(status),
        )
    })

  test('and their invitations cannot be revoked through another organisation', async () => {
    const uma = app.as('uma')
    const own = await make(uma)
    await expect(uma.revokeInvitation({ id: own.id, invitation_id })).rejects.toMatchObject({ status: 404 })
    expect((await app.as('tina').getOrganisation({ id })).invitations).toHaveLength(1)
  })
})

test('an erased account manages nothing any more, and its organisation stays', async () => {
  const { db, extensions } = app.deps
  const { id } = await make(app.as('vera'))
  const organisationData = extensions.personalData.find(({ name }) => name === 'organisations')!
  const person = { id: await app.idOf('vera'), username: 'vera', email: 'vera@learners.example', full_name: 'V' }
  expect(await organisationData.collect?.(db, person)).toMatchObject({ managed: [{ name: 'Nordlicht GmbH' }] })
  await db.transaction((tx) => organisationData.erase!(tx, { ...person, alias: 'erased-1', keepCertificates: false }))
  expect(await db.select().from(organisationManagers).where(eq(organisationManagers.organisation_id, id))).toEqual([])
  expect(await db.select().from(organisations).where(eq(organisations.id, id))).toHaveLength(1)
})
