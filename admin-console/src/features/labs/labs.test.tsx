import { ApiError, type LabTest } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ago, auditEntry, labRecord, labTest } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'
import { linesOf, variablesOf } from './LabInputs.tsx'

const [door, behind] = labRecord().flags

test('creates a lab with the fields that a draft requires, and opens its form', async () => {
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
  await expect.element(getByText('This slug is taken. Choose another one')).toBeVisible()
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

test('sends only changed fields: price, variables as lines, stages as JSON', async () => {
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/labs/role', {
    answers: { getLabForAdmin: labRecord(), saveLab: labRecord({ version: 4 }) },
  })
  await getByRole('spinbutton', { name: 'Price' }).fill('49.5')
  await getByRole('textbox', { name: 'Variables' }).fill('region = eu-north-1\nbroken')
  await getByRole('button', { name: 'Save' }).click()
  await expect.element(getByText('Write name = value: broken')).toBeVisible()
  expect(inputsOf('saveLab')).toEqual([])
  await getByRole('textbox', { name: 'Variables' }).fill('region = eu-north-1\nowner = the team')
  await getByRole('textbox', { name: 'Simulated stages' }).fill('[{"name":"Draw","resources":[]}]')
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

test.each([true, false])('shows whether a lab is simulated only: %s', async (simulated_only) => {
  const { getByText, getByRole } = await openAdmin('/admin/labs/role', {
    answers: { getLabForAdmin: labRecord({ simulated_only }) },
  })
  await expect.element(getByRole('textbox', { name: 'Terraform module' })).toHaveValue(labRecord().module)
  const note = expect.element(getByText(/^Simulated only:/))
  await (simulated_only ? note.toBeVisible() : note.not.toBeInTheDocument())
})

test('reorders flags by dragging and by keyboard, and sends the whole list', async () => {
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
  await expect.element(getByText('Moved “Behind it” to position 1 of 2.')).toBeInTheDocument()
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

test('moves the focus to the next flag after a removal; on a phone, shows its number above its fields', async () => {
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
  await expect.element(getByRole('button', { name: 'Add flag' })).toHaveFocus()
})

test('shows a missing secret at its field, and updates the saved flag by ID afterwards', async () => {
  let refuse = true
  let stored = labRecord({ flags: [], flag_facts: [] })
  const { getByRole, getByText, getByLabelText, inputsOf } = await openAdmin('/admin/labs/role', {
    answers: {
      getLabForAdmin: () => stored,
      saveLab: () => {
        if (refuse)
          throw new ApiError('invalid', 'This lab is published.', {
            errors: [{ field: 'flags.0.secret', message: '“New” has no secret: nobody could solve it.' }],
          })
        const flags = [{ ...door!, title: 'New', question: '', secret: null }]
        stored = labRecord({ version: 4, flags, flag_facts: [{ id: door!.id, has_secret: true, solved_by: 0 }] })
        return stored
      },
    },
  })
  await getByRole('button', { name: 'Add flag' }).click()
  await getByRole('textbox', { name: 'Title' }).nth(1).fill('New')
  await getByRole('button', { name: 'Save' }).click()
  await expect.element(getByText('“New” has no secret: nobody could solve it.')).toBeVisible()
  refuse = false
  await getByLabelText('Secret').fill('open-sesame')
  await getByRole('button', { name: 'Save' }).click()
  await expect.element(getByRole('button', { name: 'Reveal secret' })).toBeVisible()
  const sent = () => (inputsOf('saveLab').at(-1) as { labEdit: { flags: unknown[] } }).labEdit.flags
  expect(sent()).toMatchObject([{ title: 'New', type: 'STATIC', points: 10, secret: 'open-sesame' }])
  // The saved flag has an ID now, so the next save updates it and does not send the secret again.
  await getByRole('textbox', { name: 'Question' }).fill('Say it')
  await getByRole('button', { name: 'Save' }).click()
  await vi.waitFor(() => expect(sent()).toMatchObject([{ id: door!.id, question: 'Say it', secret: null }]))
})

test('reveals a secret only on demand, through the audited call', async () => {
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/labs/role', {
    answers: { getLabForAdmin: labRecord(), revealFlagSecret: { id: door!.id, secret: 'audit-reader' } },
  })
  await expect.element(getByRole('button', { name: 'Reveal secret' })).toBeVisible()
  expect(inputsOf('revealFlagSecret')).toEqual([])
  await getByRole('button', { name: 'Reveal secret' }).click()
  await expect.element(getByText('audit-reader')).toBeVisible()
  expect(inputsOf('revealFlagSecret')).toEqual([{ id: door!.id }])
})

test('lists what is missing with links, and publishes the lab when nothing is', async () => {
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
  await expect.element(list.getByRole('link', { name: 'Test' })).toHaveAttribute('href', '/admin/labs/role/test')
  await getByRole('button', { name: 'Publish now…' }).click()
  const dialog = getByRole('dialog', { name: 'Publish Assume the role?' })
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await expect.element(dialog.getByText('Some things are missing.')).toBeVisible()
  stored = labRecord()
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await expect.element(getByText('Published', { exact: true }).last()).toBeVisible()
  expect(inputsOf('publishLab').at(-1)).toEqual({ slug: 'role', publication: { version: 3 } })
  await expect.element(getByRole('button', { name: 'Publish now…' })).not.toBeInTheDocument()
})

test('publishes, schedules, overwrites and discards the draft of a published lab', async () => {
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
    .element(getByRole('region', { name: 'Unpublished changes' }).getByText(/by another administrator/))
    .toBeVisible()
  await getByRole('button', { name: 'Publish now…' }).click()
  await getByRole('switch', { name: /^Overwrite changes/ }).click()
  await getByRole('dialog').getByRole('button', { name: 'Publish now' }).click()
  await expect.element(getByText('Published', { exact: true }).last()).toBeVisible()
  await getByRole('button', { name: 'Schedule…' }).click()
  await getByRole('textbox', { name: 'Date and time' }).fill('2027-01-02T09:30')
  await getByRole('button', { name: 'Schedule' }).click()
  const at = new Date('2027-01-02T09:30').toISOString()
  await vi.waitFor(() =>
    expect(inputsOf('publishLab')).toEqual([
      { slug: 'role', publication: { version: 3, overwrite: true } },
      { slug: 'role', publication: { version: 3, at } },
    ]),
  )
  await getByRole('button', { name: 'Cancel schedule' }).click()
  await vi.waitFor(() => expect(inputsOf('cancelLabPublication')).toEqual([{ slug: 'role' }]))
  await getByRole('button', { name: 'Discard…' }).click()
  await getByRole('button', { name: 'Discard changes' }).click()
  await vi.waitFor(() => expect(inputsOf('discardLabDraft')).toEqual([{ slug: 'role', seenContent: { version: 3 } }]))
})

test('reverts the latest revision of a lab', async () => {
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
  await getByRole('button', { name: 'Revert' }).click()
  await vi.waitFor(() => expect(inputsOf('takeBackLabRevision')).toEqual([{ slug: 'role', id: door!.id }]))
})

test('offers to archive a lab that cannot be deleted because of its history', async () => {
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
  await dialog.getByRole('button', { name: 'Delete lab' }).click()
  await expect.element(dialog.getByRole('alert').getByText(/it was deployed/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Archive instead' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('saveLab')).toEqual([{ slug: 'role', labEdit: { version: 3, status: 'archived' } }]),
  )
})

test('starts a lab test with extra data, solves a flag and ends the test', async () => {
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
  await expect.element(getByText(/^The test uses your unpublished draft/)).toBeVisible()
  await getByRole('button', { name: 'Start test…' }).click()
  await getByRole('textbox', { name: 'Your address' }).fill('203.0.113.7')
  await getByRole('button', { name: 'Start test' }).click()
  await expect.element(getByRole('region', { name: 'Test run' }).getByText('Running')).toBeVisible()
  expect(inputsOf('startLabTest')).toEqual([{ slug: 'role', labTestInput: { values: { my_ip: '203.0.113.7' } } }])
  await expect.element(getByText('AKIA')).toBeVisible()
  await getByRole('textbox', { name: 'Flag for The door' }).fill('audit-reader')
  await getByRole('button', { name: 'Check The door' }).click()
  await expect.element(getByText('Solved')).toBeVisible()
  expect(inputsOf('submitTestFlag')).toEqual([
    { slug: 'role', id: door!.id, submitFlagPayload: { flag: 'audit-reader' } },
  ])
  now = { ...now, outdated: true }
  await expect.element(getByText(/End it and start a new one, so that the test counts/)).toBeVisible()
  await getByRole('button', { name: 'End test' }).click()
  await expect.element(getByRole('region', { name: 'Test run' }).getByText('Ended', { exact: true })).toBeVisible()
})

test('shows a lab’s audit entries, and a read-only page to administrators without the capability', async () => {
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

test('converts variables to lines, quoting values that need it', () => {
  const variables = { region: 'eu-west-1', text: 'two\nlines', padded: ' x ', quoted: '"y"', none: '' }
  expect(variablesOf(linesOf(variables))).toEqual(variables)
  expect(() => variablesOf('1x = y')).toThrow('Write name = value')
})
