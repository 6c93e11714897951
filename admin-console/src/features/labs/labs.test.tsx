import { ApiError, type LabTest } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ago, auditEntry, labRecord, labTest } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'
import { linesOf, variablesOf } from './LabInputs.tsx'

const [door, behind] = labRecord().flags

test('a new lab is sent to its address with what even a draft needs, and goes on in its form', async () => {
  const { getByRole, getByText, inputsOf, path } = await openAdmin('/admin/labs/create', {
    answers: {
      saveLab: labRecord({ id: 'two-doors', slug: 'two-doors' }),
      getLabForAdmin: labRecord({ id: 'two-doors', slug: 'two-doors' }),
    },
  })
  const slug = getByRole('textbox', { name: 'Slug' })
  await getByRole('textbox', { name: 'Title' }).fill('Create')
  await expect.element(slug).toHaveValue('create')
  await getByRole('textbox', { name: 'Terraform module' }).fill('aws/two-doors')
  await getByRole('button', { name: 'Save' }).click()
  await expect.element(getByText('Choose another name: this one is taken')).toBeVisible()
  await slug.fill('two-doors')
  await getByRole('textbox', { name: 'Title' }).fill('Two doors')
  await expect.element(slug).toHaveValue('two-doors')
  await getByRole('button', { name: 'Save' }).click()
  await vi.waitFor(() => expect(path()).toBe('/admin/labs/two-doors'))
  expect(inputsOf('saveLab')).toEqual([
    {
      slug: 'two-doors',
      labEdit: {
        title: 'Two doors',
        difficulty: 'beginner',
        cloud: 'aws',
        duration_minutes: 60,
        module: 'aws/two-doors',
      },
    },
  ])
})

test('only what changed is sent: a price, variables as lines, stages as JSON', async () => {
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/labs/role', {
    answers: { getLabForAdmin: labRecord(), saveLab: labRecord({ version: 4 }) },
  })
  await getByRole('spinbutton', { name: 'Price' }).fill('49.5')
  await getByRole('textbox', { name: 'Variables' }).fill('region = eu-north-1\nbroken')
  await getByRole('button', { name: 'Save' }).click()
  await expect.element(getByText('Write name = value: broken')).toBeVisible()
  expect(inputsOf('saveLab')).toEqual([])
  await getByRole('textbox', { name: 'Variables' }).fill('region = eu-north-1\nowner = the team')
  await getByRole('textbox', { name: 'Stages of the simulated cloud' }).fill('[{"name":"Draw","resources":[]}]')
  await getByRole('button', { name: 'Save' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('saveLab')).toEqual([
      {
        slug: 'role',
        labEdit: {
          version: 3,
          price: { amount: 4950, currency: 'EUR' },
          variables: { region: 'eu-north-1', owner: 'the team' },
          module_stages: [{ name: 'Draw', resources: [] }],
        },
      },
    ]),
  )
})

test.each([true, false])('a lab says whether it is simulated only: %s', async (simulated_only) => {
  const { getByText, getByRole } = await openAdmin('/admin/labs/role', {
    answers: { getLabForAdmin: labRecord({ simulated_only }) },
  })
  await expect.element(getByRole('textbox', { name: 'Terraform module' })).toHaveValue(labRecord().module)
  const note = expect.element(getByText(/^Simulated only:/))
  await (simulated_only ? note.toBeVisible() : note.not.toBeInTheDocument())
})

test('flags are dragged and moved by keyboard; the whole list is sent in its order', async () => {
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/labs/role', {
    answers: { getLabForAdmin: labRecord(), saveLab: labRecord({ version: 4 }) },
  })
  const press = async (name: string) => {
    const button = getByRole('button', { name, exact: true }).first()
    await expect.element(button).toBeVisible()
    ;(button.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
  }
  const order = getByRole('grid', { name: 'Order of the flags' })
  const names = () =>
    order
      .getByRole('row')
      .elements()
      .map((row) => row.getAttribute('aria-label'))
  await userEvent.dragAndDrop(
    order.getByRole('row', { name: 'Behind it' }),
    order.getByRole('row', { name: 'The door' }),
  )
  await expect.element(getByText('“Behind it” is 1 of 2.')).toBeInTheDocument()
  await vi.waitFor(() => expect(names()).toEqual(['Behind it', 'The door']))
  ;(order.getByRole('row', { name: 'Behind it' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await vi.waitFor(() => expect(names()).toEqual(['The door', 'Behind it']))
  await userEvent.keyboard('{Enter}')
  await expect.element(getByRole('textbox', { name: 'Title' }).nth(2)).toHaveFocus()
  await press('Move down')
  await expect.element(getByRole('textbox', { name: 'Title' }).nth(1)).toHaveValue('Behind it')
  await press('Save')
  await vi.waitFor(() =>
    expect(inputsOf('saveLab')).toEqual([{ slug: 'role', labEdit: { version: 3, flags: [behind, door] } }]),
  )
})

test('a flag is taken out by the keyboard, which goes on where it was; on a phone its number stands above its fields', async () => {
  await page.viewport(390, 844)
  const { getByRole, getByText } = await openAdmin('/admin/labs/role', { answers: { getLabForAdmin: labRecord() } })
  const remove = async () => {
    const button = getByRole('button', { name: 'Remove', exact: true }).first()
    await expect.element(button).toBeVisible()
    ;(button.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
  }
  const title = getByRole('textbox', { name: 'Title' }).nth(1)
  await expect.element(title).toHaveValue('The door')
  const number = getByText('Flag 1', { exact: true }).element().getBoundingClientRect()
  const label = document.querySelector(`label[for="${title.element().id}"]`)?.getBoundingClientRect()
  expect(number.bottom).toBeLessThanOrEqual(label?.top ?? 0)
  await remove()
  await expect.element(title).toHaveValue('Behind it')
  await expect.element(title).toHaveFocus()
  await remove()
  await expect.element(getByRole('button', { name: 'Add a flag' })).toHaveFocus()
})

test('a new flag is sent with its secret, refused at its field, and known by its id afterwards', async () => {
  let refuse = true
  let stored = labRecord({ flags: [], flag_facts: [] })
  const { getByRole, getByText, getByLabelText, inputsOf } = await openAdmin('/admin/labs/role', {
    answers: {
      getLabForAdmin: () => stored,
      saveLab: () => {
        if (refuse)
          throw new ApiError('invalid', 'This lab is published.', {
            errors: [{ field: 'flags.0.secret', message: '“New” has no secret, so no one could solve it.' }],
          })
        const flags = [{ ...door!, title: 'New', question: '', secret: null }]
        stored = labRecord({ version: 4, flags, flag_facts: [{ id: door!.id, has_secret: true, solved_by: 0 }] })
        return stored
      },
    },
  })
  await getByRole('button', { name: 'Add a flag' }).click()
  await getByRole('textbox', { name: 'Title' }).nth(1).fill('New')
  await getByRole('button', { name: 'Save' }).click()
  await expect.element(getByText('“New” has no secret, so no one could solve it.')).toBeVisible()
  refuse = false
  await getByLabelText('Secret').fill('open-sesame')
  await getByRole('button', { name: 'Save' }).click()
  await expect.element(getByRole('button', { name: 'Show the stored secret' })).toBeVisible()
  const sent = () => (inputsOf('saveLab').at(-1) as { labEdit: { flags: unknown[] } }).labEdit.flags
  expect(sent()).toMatchObject([{ title: 'New', type: 'STATIC', points: 10, secret: 'open-sesame' }])
  // What was new is known now: saved again it is the same flag, and its secret is not sent again.
  await getByRole('textbox', { name: 'Question' }).fill('Say it')
  await getByRole('button', { name: 'Save' }).click()
  await vi.waitFor(() => expect(sent()).toMatchObject([{ id: door!.id, question: 'Say it', secret: null }]))
})

test('a secret is shown on demand, by the call that is written down', async () => {
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/labs/role', {
    answers: { getLabForAdmin: labRecord(), revealFlagSecret: { id: door!.id, secret: 'audit-reader' } },
  })
  await expect.element(getByRole('button', { name: 'Show the stored secret' })).toBeVisible()
  expect(inputsOf('revealFlagSecret')).toEqual([])
  await getByRole('button', { name: 'Show the stored secret' }).click()
  await expect.element(getByText('audit-reader')).toBeVisible()
  expect(inputsOf('revealFlagSecret')).toEqual([{ id: door!.id }])
})

test('what is missing is told, with the way to it; publishing says it too, and goes when nothing is', async () => {
  let stored = labRecord({
    missing: [{ field: 'tested_at', message: 'Solve every required flag in a test run first.' }],
  })
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/labs/role/publish', {
    answers: {
      getLabForAdmin: () => stored,
      publishLab: () => {
        if (stored.missing.length > 0) throw new ApiError('conflict', 'Some things are missing.')
        stored = labRecord({ version: 4, status: 'published', allowed: ['update'] })
        return stored
      },
    },
  })
  const list = getByRole('list', { name: 'Missing' })
  await expect.element(list.getByText(/test run first/)).toBeVisible()
  await expect.element(list.getByRole('link', { name: 'Try it now' })).toHaveAttribute('href', '/admin/labs/role/test')
  await getByRole('button', { name: 'Publish now…' }).click()
  const dialog = getByRole('dialog', { name: 'Publish Assume the role?' })
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await expect.element(dialog.getByText('Some things are missing.')).toBeVisible()
  stored = labRecord()
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await expect.element(getByText('Published: everybody sees it now')).toBeVisible()
  expect(inputsOf('publishLab').at(-1)).toEqual({ slug: 'role', publication: { version: 3 } })
  await expect.element(getByRole('button', { name: 'Publish now…' })).not.toBeInTheDocument()
})

test('changes of a published lab wait: told as a draft, published over what others changed, later, or thrown away', async () => {
  const draft = {
    changes: [{ part: 'details', title: 'Details and flags', outdated: true }],
    saved_at: ago(1),
    saved_by: 'ada',
  }
  const lab = labRecord({
    status: 'published',
    draft,
    allowed: ['update', 'publish', 'cancel_publication', 'discard_draft'],
    planned: { at: ago(-1), by: 'ada', refused: null },
  })
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/labs/role/publish', {
    answers: { getLabForAdmin: lab, publishLab: lab, cancelLabPublication: lab, discardLabDraft: lab },
  })
  await expect
    .element(getByRole('region', { name: 'Changes that nobody sees yet' }).getByText(/by somebody else/))
    .toBeVisible()
  await getByRole('button', { name: 'Publish now…' }).click()
  await getByRole('switch', { name: /mine stays/ }).click()
  await getByRole('dialog').getByRole('button', { name: 'Publish now' }).click()
  await expect.element(getByText('Published: everybody sees it now')).toBeVisible()
  await getByRole('button', { name: 'Publish at an hour…' }).click()
  await getByRole('textbox', { name: 'When' }).fill('2027-01-02T09:30')
  await getByRole('button', { name: 'Publish then' }).click()
  const at = new Date('2027-01-02T09:30').toISOString()
  await vi.waitFor(() =>
    expect(inputsOf('publishLab')).toEqual([
      { slug: 'role', publication: { version: 3, overwrite: true } },
      { slug: 'role', publication: { version: 3, at } },
    ]),
  )
  await getByRole('button', { name: 'Take back' }).click()
  await vi.waitFor(() => expect(inputsOf('cancelLabPublication')).toEqual([{ slug: 'role' }]))
  await getByRole('button', { name: 'Throw away…' }).click()
  await getByRole('button', { name: 'Throw them away' }).click()
  await vi.waitFor(() => expect(inputsOf('discardLabDraft')).toEqual([{ slug: 'role', seenContent: { version: 3 } }]))
})

test('the latest revision of a lab is taken back', async () => {
  const revision = {
    id: door!.id,
    number: 2,
    published_at: ago(2),
    published_by: 'ada',
    source: 'editor' as const,
    takes_back: null,
    changes: [{ part: 'details', title: 'Details and flags' }],
    taken_back_at: null,
    allowed: ['take_back' as const],
  }
  const { getByRole, inputsOf } = await openAdmin('/admin/labs/role/revisions', {
    answers: { getLabForAdmin: labRecord(), listLabRevisions: [revision], takeBackLabRevision: labRecord() },
  })
  await getByRole('button', { name: 'Take back' }).click()
  await vi.waitFor(() => expect(inputsOf('takeBackLabRevision')).toEqual([{ slug: 'role', id: door!.id }]))
})

test('a lab with a past is not deleted: the reason is told, and archiving stands beside it', async () => {
  const { getByRole, inputsOf } = await openAdmin('/admin/labs/role/publish', {
    answers: {
      getLabForAdmin: labRecord(),
      deleteLab: () => {
        throw new ApiError('conflict', 'This lab cannot be deleted: it was deployed. Archive it instead.')
      },
      saveLab: labRecord({ version: 4, status: 'archived' }),
    },
  })
  await getByRole('button', { name: 'Delete…' }).click()
  const dialog = getByRole('dialog', { name: 'Delete Assume the role?' })
  await dialog.getByRole('button', { name: 'Delete it for ever' }).click()
  await expect.element(dialog.getByRole('alert').getByText(/it was deployed/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Archive it instead' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('saveLab')).toEqual([{ slug: 'role', labEdit: { version: 3, status: 'archived' } }]),
  )
})

test('an author tries the lab: starts it with its extra data, solves a flag, and ends it', async () => {
  let now: LabTest = {
    ...labTest(null),
    drafted: true,
    extra_fields: [{ name: 'my_ip', label: 'Your address', hint: '', required: true, choices: [] }],
  }
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/labs/role/test', {
    answers: {
      getLabForAdmin: labRecord(),
      getLabTest: () => now,
      startLabTest: () => {
        now = { ...labTest(), drafted: true }
        return now
      },
      submitTestFlag: () => {
        now = { ...now, flags: now.flags.map((flag, at) => ({ ...flag, solved: at === 0 })) }
        return now
      },
      endLabTest: () => {
        now = labTest({ state: 'ended', reason: 'learner', console_url: null, credentials: [], outputs: {} })
        return now
      },
    },
  })
  await expect.element(getByText(/^A test builds your draft/)).toBeVisible()
  await getByRole('button', { name: 'Try it now' }).click()
  await getByRole('textbox', { name: 'Your address' }).fill('203.0.113.7')
  await getByRole('button', { name: 'Build it' }).click()
  await expect.element(getByRole('region', { name: 'The test run' }).getByText('Running')).toBeVisible()
  expect(inputsOf('startLabTest')).toEqual([{ slug: 'role', labTestInput: { values: { my_ip: '203.0.113.7' } } }])
  await expect.element(getByText('AKIA')).toBeVisible()
  await getByRole('textbox', { name: 'Flag of The door' }).fill('audit-reader')
  await getByRole('button', { name: 'Check The door' }).click()
  await expect.element(getByText('Solved')).toBeVisible()
  expect(inputsOf('submitTestFlag')).toEqual([
    { slug: 'role', id: door!.id, submitFlagPayload: { flag: 'audit-reader' } },
  ])
  now = { ...now, outdated: true }
  await expect.element(getByText(/end it and try again, so that the test counts/)).toBeVisible()
  await getByRole('button', { name: 'End the test' }).click()
  await expect.element(getByRole('region', { name: 'The test run' }).getByText('Ended', { exact: true })).toBeVisible()
})

test('the history of a lab is that of its changes, and who may not change it reads it', async () => {
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/labs/role/history', {
    answers: {
      getLabForAdmin: labRecord({ allowed: [] }),
      listAudit: [auditEntry({ action: 'labs.update', subject_type: 'lab', subject_id: 'role' })],
    },
  })
  await expect.element(getByRole('cell', { name: 'Lab changed' })).toBeVisible()
  expect(JSON.parse((inputsOf('listAudit')[0] as { filter: string }).filter)).toEqual({
    subject_type: 'lab',
    subject_id: 'role',
  })
  await getByRole('tab', { name: 'Edit' }).click()
  await expect.element(getByText('aws/role')).toBeVisible()
  await expect.element(getByRole('button', { name: 'Save' })).not.toBeInTheDocument()
})

test('variables are lines, and what a line cannot hold is in quotes', () => {
  const variables = { region: 'eu-west-1', text: 'two\nlines', padded: ' x ', quoted: '"y"', none: '' }
  expect(variablesOf(linesOf(variables))).toEqual(variables)
  expect(() => variablesOf('1x = y')).toThrow('Write name = value')
})
