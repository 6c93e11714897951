import fc from 'fast-check'
import { expect, test } from 'vitest'
import { awsWorld, TestShell } from '../../../test/simulated-worlds.ts'
import { complete } from './complete.ts'
import { isUnfinished } from './parse.ts'

const shell = () => new TestShell(awsWorld)

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: variables of a shell.
test.each([
  ['echo "a  b" c\'d e\'', 'a  b cd e\n'],
  ['X=5; echo $X ${X}1 ${Y:-none} $((X*2)) "$((0xA9FEA9FE))"', '5 51 none 10 2852039166\n'],
  ['echo one two | tr a-z A-Z | base64 | base64 -d', 'ONE TWO\n'],
  ['for i in 1 2 3; do echo "n$i"; done | tail -n 1', 'n3\n'],
  ['false && echo no || echo yes; echo $?', 'yes\n0\n'],
  ['echo hi > f; cat f; cat < f | wc -l', 'hi\n1\n'],
  ['echo a > f; echo b >> f; cat f', 'a\nb\n'],
  ['cat <<EOF > f\nhome $HOME\n"q"\nEOF\ncat f', 'home /home/learner\n"q"\n'],
  ["cat <<'EOF'\n$HOME\nEOF", '$HOME\n'],
  ['X=$(echo a; echo b); echo "$X"; echo $X', 'a\nb\na b\n'],
  ['if [ a = a ]; then echo same; else echo other; fi', 'same\n'],
  ['printf "%s-%s\\n" a b c d | grep -E "^c"', 'c-d\n'],
  ['ls nothing 2>/dev/null; echo $?', '2\n'],
  ['(cd /tmp; X=1; pwd); pwd; echo "[$X]"', '/tmp\n/home/learner\n[]\n'],
  ['echo user@mail | cut -d@ -f1', 'user\n'],
  ['i=0; while [ $i -lt 3 ]; do i=$((i+1)); if [ $i = 2 ]; then continue; fi; echo $i; done', '1\n3\n'],
  ["echo 'x=1' | sed 's/\\(.\\)=\\(.\\)/\\2=\\1/'", '1=x\n'],
  ['X=a.b.c; echo ${X%.*} ${X##*.} ${#X} ${X/b/d}', 'a.b c 5 a.d.c\n'],
  ['echo a\\\n b', 'a b\n'],
  ['for f in *; do echo "[$f]"; done', '[*]\n'],
  ['touch a.txt b.txt; echo *.txt', 'a.txt b.txt\n'],
  ['printf "b\\na\\nb\\n" | sort | uniq -c', '      1 a\n      2 b\n'],
  ['echo -n abc | sha256sum | cut -c1-8', 'ba7816bf\n'],
  ['echo {a,b}', '{a,b}\n'],
  ["echo '[1,2]' | jq -c 'map(. + 1)'", '[2,3]\n'],
])('%s', (line, output) => {
  expect(shell().run(line)).toMatchObject({ output, missing: [] })
})

test('a variable reaches commands once it is exported, and for one command where it stands in front of it', () => {
  const one = shell()
  expect(one.prints('X=1; printenv X; echo "[$X]"')).toBe('[1]')
  expect(one.prints('Y=2 printenv Y; echo "[$Y]"; export X; printenv X')).toBe('2\n[]\n1')
})
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: see above.

test('files, variables, history and folder stay from line to line', () => {
  const one = shell()
  one.run('echo kept > note; X=7; cd /tmp')
  expect(one.prints('cat ~/note; echo $X; pwd')).toBe('kept\n7\n/tmp')
  expect(one.prints('history | wc -l')).toBe('3')
})

test('a line that another may complete is told from one that is wrong', () => {
  const open = [
    'echo "a',
    "echo 'a",
    'for i in 1 2',
    'for i in 1; do',
    'cat <<EOF\nx',
    'echo \\',
    'a |',
    'a &&',
    'echo $(b',
    'if true; then',
  ]
  for (const line of open) expect([line, isUnfinished(line)]).toEqual([line, true])
  const closed = ['echo a', 'echo )', 'done', 'a & b', 'f() { x; }', '']
  for (const line of closed) expect([line, isUnfinished(line)]).toEqual([line, false])
})

test('whatever is quoted comes back as it was', () => {
  const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  const printable = fc.string({ unit: 'grapheme-ascii', maxLength: 40 }).filter((text) => !/^-[neE]/.test(text))
  fc.assert(
    fc.property(fc.array(printable, { minLength: 1, maxLength: 5 }), (words) => {
      expect(shell().run(`printf '%s\\n' ${words.map(quote).join(' ')}`).output).toBe(`${words.join('\n')}\n`)
    }),
    { numRuns: 200 },
  )
})

test('no line, whatever it says, throws or prints more than it may', () => {
  const pieces = fc.constantFrom(
    'echo',
    'cat',
    '|',
    '>',
    '<',
    '$(',
    ')',
    '"',
    "'",
    '&&',
    ';',
    'for',
    'do',
    'done',
    'in',
    '$X',
    '${X',
    '}',
    'aws',
    'sts',
    '--query',
    '[',
    'x',
    '\n',
    '\\',
    '`',
    '<<E',
    'jq',
    '.a',
    'while',
    'true',
    '*',
    '$((',
    '))',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 15 }), (words) => {
      const answer = new TestShell(awsWorld, { output: 2000, steps: 50 }).run(words.join(' '))
      expect(answer.output.length).toBeLessThan(4500)
    }),
    { numRuns: 400 },
  )
})

test('a command that is lacking says so and is counted', () => {
  const answer = shell().run('vim notes; aws ec2 run-instances; aws iam list-roles --foo; curl --tr-encoding x')
  expect(answer.output).toContain('vim: this command is not in this simulation. “help” lists those that are.')
  expect(answer.missing).toEqual(['vim', 'aws ec2 run-instances', 'aws iam list-roles --foo', 'curl --tr-encoding'])
})

test('completion knows commands, subcommands, options, files, and names that the identity may list', () => {
  const one = shell()
  one.run('echo x > trust.json')
  const words = (line: string) => complete(one.world, one.state, line, one.now).words
  expect(words('jq')).toEqual([])
  expect(words('his')).toEqual(['history'])
  expect(words('aws iam list-ro')).toEqual(['list-role-policies', 'list-role-tags', 'list-roles'])
  expect(words('aws iam get-role --role-n')).toEqual(['--role-name'])
  expect(words('cat tr')).toEqual(['trust.json'])
  expect(words('aws iam get-role --role-name pay')).toEqual(['payroll-export'])
  expect(words('aws s3api list-objects --bucket pay')).toEqual(['payroll-archive-1'])
  expect(words('aws dynamodb scan --table-name ')).toEqual([])
  expect(complete(one.world, one.state, 'echo a | gre', one.now)).toEqual({ from: 9, words: ['grep'] })
})
