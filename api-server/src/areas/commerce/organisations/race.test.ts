import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse } from '../../../../test/catalogue.ts'
import { describeOnPostgres, openTestPostgres } from '../../../../test/database.ts'
import { hold, holdTable, untilWaiting } from '../../../../test/races/lock-barrier.ts'
import {
  orders,
  organisationInvitations,
  organisationManagers,
  organisations,
  outbox,
  users,
} from '../../../db/schema/index.ts'

describeOnPostgres('organisations on real Postgres', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ database: await openTestPostgres() })
  })
  afterAll(() => app.close())

  const make = (who: string) =>
    app.as(who).createOrganisation({
      organisationInput: {
        name: 'Team Ltd',
        kind: 'business',
        country: null,
        tax_id: null,
        address: null,
        reference: null,
        invoice_email: null,
      },
    })
  async function invited(by: string, id: string, email: string) {
    await app.as(by).inviteManager({ id, managerInvitation: { email } })
    const [mail] = await app.deps.db
      .select()
      .from(outbox)
      .where(and(eq(outbox.recipient, email), eq(outbox.kind, 'organisation_invitation')))
      .orderBy(desc(outbox.created_at))
    return /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  }
  const managersOf = (id: string) =>
    app.deps.db.select().from(organisationManagers).where(eq(organisationManagers.organisation_id, id))

  test('of ten accounts that accept one invitation concurrently, one becomes a manager', async () => {
    const { id } = await make('ana')
    const token = await invited('ana', id, 'passed-on@work.example')
    const names = Array.from({ length: 10 }, (_, n) => `taker-${n}`)
    await Promise.all(names.map((name) => app.idOf(name).catch(() => app.as(name).getMe())))
    const tries = await Promise.allSettled(
      names.map((name) => app.as(name).acceptInvitation({ invitationToken: { token } })),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await managersOf(id)).toHaveLength(2)
  })

  test('of two managers who remove each other concurrently, one stays', async () => {
    for (let round = 0; round < 8; round++) {
      const [one, other] = [`one-${round}`, `other-${round}`]
      const { id } = await make(one)
      const token = await invited(one, id, `${other}@work.example`)
      await app.as(other).acceptInvitation({ invitationToken: { token } })
      await Promise.allSettled([
        app.as(one).removeManager({ id, username: other }),
        app.as(other).removeManager({ id, username: one }),
        app.as(one).removeManager({ id, username: one }),
        app.as(other).removeManager({ id, username: other }),
      ])
      expect(await managersOf(id)).toHaveLength(1)
    }
  })

  test('an invitation that is revoked while it is accepted ends in one of the two', async () => {
    for (let round = 0; round < 8; round++) {
      const { id } = await make(`host-${round}`)
      const token = await invited(`host-${round}`, id, `guest-${round}@work.example`)
      const [invitation] = await app.deps.db
        .select()
        .from(organisationInvitations)
        .where(eq(organisationInvitations.organisation_id, id))
      const host = app.as(`host-${round}`)
      await app.as(`guest-${round}`).getMe()
      const [accepted, revoked] = await Promise.allSettled([
        app.as(`guest-${round}`).acceptInvitation({ invitationToken: { token } }),
        host.revokeInvitation({ id, invitation_id: invitation!.id }),
      ])
      const fulfilled = [accepted, revoked].filter(({ status }) => status === 'fulfilled')
      expect(fulfilled).toHaveLength(1)
      expect(await managersOf(id)).toHaveLength(accepted.status === 'fulfilled' ? 2 : 1)
    }
  })

  test('ten concurrent invitations of one address are one, and only the newest link works', async () => {
    const { id } = await make('bea')
    await Promise.allSettled(
      Array.from({ length: 6 }, () =>
        app.as('bea').inviteManager({ id, managerInvitation: { email: 'same@work.example' } }),
      ),
    )
    expect((await app.as('bea').getOrganisation({ id })).invitations).toHaveLength(1)
  })
  const twentyLess = async (name: string, less: number) => {
    for (let made = 0; made < 20 - less; made++) await make(name)
    return app.idOf(name)
  }
  const managedBy = (user_id: string) =>
    app.deps.db.$count(organisationManagers, eq(organisationManagers.user_id, user_id))

  test('an account with nineteen organisations that creates five concurrently gets one more', async () => {
    const id = await twentyLess('founder', 1)
    const release = await holdTable(app.deps.db, organisations)
    const tries = Promise.allSettled(Array.from({ length: 5 }, () => make('founder')))
    await untilWaiting(app.deps.db, 5)
    await release()
    const refused = (await tries).filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(4)
    for (const one of refused) expect(one).toMatchObject({ reason: { status: 409, code: 'conflict' } })
    expect(await managedBy(id)).toBe(20)
  })

  test('an account with nineteen organisations that accepts two invitations concurrently gets one more', async () => {
    const id = await twentyLess('joiner', 1)
    const tokens: string[] = []
    for (const host of ['first-host', 'second-host'])
      tokens.push(await invited(host, (await make(host)).id, 'joiner@work.example'))
    const release = await holdTable(app.deps.db, organisationManagers)
    const tries = Promise.allSettled(
      tokens.map((token) => app.as('joiner').acceptInvitation({ invitationToken: { token } })),
    )
    await untilWaiting(app.deps.db, 2)
    await release()
    expect((await tries).filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await managedBy(id)).toBe(20)
  })

  test('a tax id that changes while another one is marked as checked is not checked', async () => {
    const { id } = await make('taxed')
    const seen = { tax_id: 'DE136695976', country: 'DE' as const }
    await app.as('taxed').updateOrganisation({ id, organisationEdit: { version: 1, ...seen } })
    const release = await hold(app.deps.db, (tx) =>
      tx.update(organisations).set({ tax_id: 'DE129273398' }).where(eq(organisations.id, id)),
    )
    const noted = Promise.allSettled([app.asAdmin.saveTaxIdCheck({ id, taxIdCheckInput: seen })])
    await untilWaiting(app.deps.db, 1)
    await release()
    expect(await noted).toMatchObject([{ status: 'rejected', reason: { status: 409, code: 'conflict' } }])
    const [row] = await app.deps.db.select().from(organisations).where(eq(organisations.id, id))
    expect(row).toMatchObject({ tax_id: 'DE129273398', tax_id_checked_at: null, tax_id_checked_by: null })
  })

  test('a manager who is removed during a purchase cannot buy for the organisation', async () => {
    await makeCourse(app.deps.db, 'aws')
    const { id } = await make('chief')
    const token = await invited('chief', id, 'buyer@work.example')
    await app.as('buyer').acceptInvitation({ invitationToken: { token } })
    const buyer = await app.idOf('buyer')
    const release = await hold(app.deps.db, (tx) =>
      tx.select({ id: users.id }).from(users).where(eq(users.id, buyer)).for('no key update'),
    )
    const bought = Promise.allSettled([
      app.as('buyer').purchaseCourse({
        purchaseCoursePayload: { slug: 'aws', quantity: 2, gift: true, organisation_id: id },
      }),
    ])
    await untilWaiting(app.deps.db, 1)
    await app.as('chief').removeManager({ id, username: 'buyer' })
    await release()
    expect(await bought).toMatchObject([{ status: 'rejected', reason: { status: 422, code: 'invalid' } }])
    expect(await app.deps.db.$count(orders, eq(orders.organisation_id, id))).toBe(0)
  })
})
