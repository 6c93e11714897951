import { ApiError, type LabDefense, type Rehearsal, type Shell, type ShellAnswer } from '@flagyard/api-types'
import { getDefaultStore } from 'jotai/vanilla'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Answers, open, sessionOf } from '../../../test/app.tsx'
import { expectAccessible } from '../../../test/axe.ts'
import { course, lessonRow, myLab, progress, running, time } from '../../../test/classroom.ts'
import { watchDownloads } from '../../../test/downloads.ts'
import { shellModeAtom } from './shell-mode.ts'

const address = '/classroom/aws?section=identity&lesson=trust'
const live = running({ has_shell: true })
const shell = (more: Partial<Shell> = {}): Shell => ({
  cloud: 'aws',
  banner: 'This is a simulated AWS account.',
  prompt: 'learner@aws:~$ ',
  history: [],
  files: [],
  read_only: false,
  ...more,
})
const answer = (more: Partial<ShellAnswer> = {}): ShellAnswer => ({
  output: '',
  exit: 0,
  clear: false,
  prompt: 'learner@aws:~$ ',
  files: [],
  ...more,
})
type Line = { shellLine: { line: string } }

const openShell = (answers: Answers = {}) =>
  open(address, {
    as: sessionOf(),
    answers: {
      getCourseProgress: progress(),
      getCourseDetails: course,
      updateLastSeen: lessonRow(),
      listMyLabs: [],
      listMyCourses: [],
      listLabFlags: [],
      getMyLab: myLab(live),
      getDeployment: live,
      followDeployment: new Response('', { headers: { 'content-type': 'text/event-stream' } }),
      getShell: shell(),
      runShellLine: (input: unknown) => answer({ output: `ran ${(input as Line).shellLine.line}\n` }),
      completeShellLine: { from: 0, words: [] },
      ...answers,
    },
  })

const terminal = () => page.getByRole('textbox', { name: 'Shell', exact: true })
const screen = () => document.querySelector('.xterm-rows')?.textContent?.replaceAll('\u00a0', ' ') ?? ''
const shows = (text: string | RegExp) => vi.waitFor(() => expect(screen()).toMatch(text), { timeout: 5_000 })

async function inTerminal(answers: Answers = {}) {
  const opened = await openShell(answers)
  await expect.element(terminal()).toBeInTheDocument()
  await shows(/learner@aws:~\$/)
  ;(terminal().element() as HTMLElement).focus()
  return opened
}

beforeEach(() => getDefaultStore().set(shellModeAtom, 'terminal'))

test('a line is typed into the terminal, run, and answered under it', async () => {
  const { inputsOf } = await inTerminal()
  await userEvent.keyboard('aws iamm{Backspace} whoami{Enter}')
  await shows(/ran aws iam whoami/)
  expect(inputsOf('runShellLine')).toMatchObject([{ shellLine: { line: 'aws iam whoami' } }])
  await userEvent.keyboard('{ArrowUp}{Enter}')
  await vi.waitFor(() => expect(inputsOf('runShellLine')).toHaveLength(2))
})

test('Tab completes the word, and shows the choices where there are several', async () => {
  await inTerminal({
    completeShellLine: (input: unknown) => {
      const { line } = (input as { shellPrefix: { line: string } }).shellPrefix
      return line === 'aws s3a' ? { from: 4, words: ['s3api'] } : { from: 4, words: ['s3', 's3api', 'ssm'] }
    },
  })
  await userEvent.keyboard('aws s{Tab}')
  await shows(/s3 +s3api +ssm/)
  await userEvent.keyboard('3a{Tab}x{Enter}')
  await shows(/ran aws s3api x/)
})

test('Tab is never a trap: Escape and then Tab leave the terminal, which says so', async () => {
  await inTerminal()
  await expect.element(terminal()).toHaveAccessibleDescription(/press Escape, then Tab/)
  await userEvent.keyboard('{Escape}')
  await userEvent.tab()
  expect(document.activeElement).not.toBe(terminal().element())
  ;(terminal().element() as HTMLElement).focus()
  await userEvent.tab({ shift: true })
  expect(document.activeElement).not.toBe(terminal().element())
})

test('Ctrl-C gives up the line, and Ctrl-L empties the screen', async () => {
  const { inputsOf } = await inTerminal()
  await userEvent.keyboard('half a line{Control>}c{/Control}')
  await shows(/half a line\^C/)
  await userEvent.keyboard('{Control>}l{/Control}')
  await vi.waitFor(() => expect(screen()).not.toContain('half a line'))
  expect(inputsOf('runShellLine')).toEqual([])
})

test('several lines that are pasted run one after the other, and a quoted text stays one command', async () => {
  const { inputsOf } = await inTerminal()
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', "echo one\necho '{\n}'\n")
  terminal()
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  await shows(/ran echo one/)
  await vi.waitFor(() =>
    expect(inputsOf('runShellLine').map((input) => (input as Line).shellLine.line)).toEqual([
      'echo one',
      "echo '{\n}'",
    ]),
  )
})

test('what went wrong is said in the terminal, and the next line works', async () => {
  let isDown = true
  await inTerminal({
    runShellLine: () => {
      if (isDown) throw new ApiError('conflict', 'Your environment is not running, so its shell is closed.')
      return answer({ output: 'here again\n' })
    },
  })
  await userEvent.keyboard('ls{Enter}')
  await shows(/its shell is closed/)
  isDown = false
  await userEvent.keyboard('ls{Enter}')
  await shows(/here again/)
})

test('keys that phones do not have are in a row of buttons', async () => {
  await page.viewport(390, 844)
  try {
    const { inputsOf } = await inTerminal()
    await userEvent.keyboard('cat a')
    for (const sign of ['|', '{', '$']) await page.getByRole('button', { name: sign, exact: true }).click()
    await page.getByRole('button', { name: 'Control, for the next letter' }).click()
    await userEvent.keyboard('c')
    await shows(/cat a\|\{\$\^C/)
    expect(inputsOf('runShellLine')).toEqual([])
    await expectAccessible()
  } finally {
    await page.viewport(1280, 800)
  }
})

test('a file of the shell is downloaded', async () => {
  const saved = watchDownloads()
  await inTerminal({
    getShell: shell({ files: [{ path: '/home/learner/found.json', bytes: 12 }] }),
    downloadShellFile: () => new Response('{"a": 1}'),
  })
  await page.getByText('1 file in this shell').click()
  await page.getByRole('button', { name: 'Download /home/learner/found.json' }).click()
  await vi.waitFor(() => expect(saved.names).toEqual(['found.json']))
})

test('the terminal and its page pass axe', async () => {
  await inTerminal()
  await expectAccessible()
})

test('in screen-reader mode a line is typed into an input, and read out in a log; the choice is remembered', async () => {
  await openShell()
  await page.getByRole('switch', { name: 'Screen-reader mode' }).click()
  const command = page.getByRole('textbox', { name: /^Command/ })
  await command.fill('aws sts get-caller-identity')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(page.getByRole('log').getByText('ran aws sts get-caller-identity', { exact: true }))
    .toBeVisible()
  await expect.element(command).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(command).toHaveValue('aws sts get-caller-identity')
  await userEvent.tab()
  await expect.element(page.getByRole('button', { name: 'Run' })).toHaveFocus()
  expect(localStorage.getItem('shell-mode')).toBe('plain')
  await expectAccessible()
})

test('an administrator who impersonates a learner sees no terminal', async () => {
  await openShell({ getShell: shell({ read_only: true, banner: 'Only the learner can use this shell.' }) })
  await expect.element(page.getByText('Only the learner can use this shell.')).toBeVisible()
  expect(document.querySelector('.xterm')).toBeNull()
})

const defense = (more: Partial<LabDefense> = {}): LabDefense => ({
  state: 'open',
  question: 'Which of these should have raised the alarm?',
  rules: ['Any call of `sts get-caller-identity`', 'A role assumed from another account'],
  lines: ['sts:GetCallerIdentity', 'sts:AssumeRole'].map((action, n) => ({
    id: `l${n}`,
    at: time(n),
    identity: 'arn:aws:iam::1:user/lab-user',
    action,
    resource: 'audit-reader',
    source_ip: '198.51.100.7',
    error: null,
  })),
  answer: null,
  explanation: null,
  ...more,
})

test('after solving, the learner finds their own track in the log and names the rule', async () => {
  const wrong = { line_id: 'l0', rule: 1, line_right: false, rule_right: true, at: time(0) }
  const { inputsOf } = await openShell({
    getMyLab: myLab(null, { has_defense: true }),
    getLabDefense: defense(),
    answerLabDefense: (input: unknown) =>
      (input as { labDefenseAnswer: { line_id: string } }).labDefenseAnswer.line_id === 'l1'
        ? defense({ answer: { ...wrong, line_id: 'l1', line_right: true }, explanation: 'The trust opened it.' })
        : defense({ answer: wrong }),
  })
  await expect.element(page.getByRole('radio', { name: /AssumeRole/ })).toBeVisible()
  const entries = [...document.querySelectorAll('form dl')].map((entry) => entry.getBoundingClientRect())
  expect(entries).toHaveLength(2)
  expect(entries[1]!.top, 'each entry is below the one before').toBeGreaterThanOrEqual(entries[0]!.bottom)
  await expect.element(page.getByText('sts get-caller-identity', { exact: true })).toBeVisible()
  await expect.poll(() => document.querySelector('form code')?.textContent).toBe('sts get-caller-identity')
  await page.getByRole('radio', { name: /AssumeRole/ }).click()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(page.getByRole('radio', { name: /GetCallerIdentity/ })).toBeChecked()
  await page.getByRole('radio', { name: 'A role assumed from another account' }).click()
  await page.getByRole('button', { name: 'Answer' }).click()
  await expect.element(page.getByText(/The rule is right/)).toBeVisible()
  await page.getByRole('radio', { name: /AssumeRole/ }).click()
  await page.getByRole('button', { name: 'Answer' }).click()
  await expect.element(page.getByText('Correct: that entry, and that rule.')).toBeVisible()
  await expect.element(page.getByText('The trust opened it.')).toBeVisible()
  expect(inputsOf('answerLabDefense')).toHaveLength(2)
  await expectAccessible()
})

test('a rehearsal is offered next to the real lab, and says what is simulated', async () => {
  const rehearsal: Rehearsal = {
    key: 'a-key-of-a-rehearsal-that-is-long',
    ends_at: time(2700),
    shell: shell(),
    credentials: [{ label: 'User name', value: 'lab-user', secret: false }],
    outputs: {},
    flags: [{ slug: 'one', title: 'Who am I', question: 'Which role?', solved: false }],
  }
  let isSolved = false
  getDefaultStore().set(shellModeAtom, 'plain')
  const { inputsOf } = await openShell({
    getMyLab: myLab(null, { can_rehearse: true }),
    startRehearsal: rehearsal,
    runRehearsalLine: answer({ output: 'you are lab-user\n' }),
    checkRehearsalFlag: () => {
      isSolved = true
      return { correct: true, flags: rehearsal.flags.map((flag) => ({ ...flag, solved: true })) }
    },
    readRehearsalDefense: () => defense(isSolved ? {} : { state: 'closed', question: null, rules: [], lines: [] }),
    answerRehearsalDefense: defense({
      answer: { line_id: 'l1', rule: 1, line_right: true, rule_right: true, at: time(0) },
      explanation: 'The trust opened it.',
    }),
    endRehearsal: null,
  })
  await expect.element(page.getByText(/Nothing reaches a real cloud/)).toBeVisible()
  await page.getByRole('button', { name: 'Start the rehearsal' }).click()
  await page.getByRole('textbox', { name: /^Command/ }).fill('whoami')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('you are lab-user')).toBeVisible()
  await page.getByRole('textbox', { name: 'Flag', exact: true }).fill('audit-reader')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect.element(page.getByText('Correct.')).toBeVisible()
  await page.getByRole('radio', { name: /AssumeRole/ }).click()
  await page.getByRole('radio', { name: 'A role assumed from another account' }).click()
  await page.getByRole('button', { name: 'Answer' }).click()
  await expect.element(page.getByText('The trust opened it.')).toBeVisible()
  expect(inputsOf('answerRehearsalDefense')).toEqual([
    { rehearsalDefenseAnswer: { key: rehearsal.key, line_id: 'l1', rule: 1 } },
  ])
  await expectAccessible()
  await page.getByRole('button', { name: 'End the rehearsal' }).click()
  await expect.element(page.getByRole('button', { name: 'Start the rehearsal' })).toBeVisible()
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(rehearsal.key)
})
