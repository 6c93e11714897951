import fc from 'fast-check'
import { expect, test } from 'vitest'
import { awsWorld, TestShell } from '../../test/worlds.ts'
import { complete } from './complete.ts'

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
  ['printf "b\\na\\nb\\n" | sort | uniq -c', '   1 a\n   2 b\n'],
  ['echo -n abc | sha256sum | cut -c1-8', 'ba7816bf\n'],
  ['echo \'k": "v\' | grep -o \'[^"]*$\'; echo a12b3 | grep -oE "[0-9]*"', 'v\n12\n3\n'],
  ['echo {a,b}', 'a b\n'],
  ['f() { echo "$1!"; }; f hi', 'hi!\n'],
  ['ls a; echo b; ls c 2>/dev/null', 'ls: a: No such file or directory\nb\n'],
  [
    'for i in 1 2; do ls $i; echo $i; done',
    'ls: 1: No such file or directory\n1\nls: 2: No such file or directory\n2\n',
  ],
  ["echo '[1,2]' | jq -c 'map(. + 1)'", '[2,3]\n'],
])('%s', async (line, output) => {
  expect(await shell().run(line)).toMatchObject({ output, missing: [] })
})

test('an exported variable reaches all commands, and a prefixed variable only its own', async () => {
  const one = shell()
  expect(await one.prints('X=1; printenv X; echo "[$X]"')).toBe('[1]')
  expect(await one.prints('Y=2 printenv Y; echo "[$Y]"; export X; printenv X')).toBe('2\n[]\n1')
})
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: see above.

test('files, variables, history and the current folder persist between lines', async () => {
  const one = shell()
  await one.run('echo kept > note; X=7; cd /tmp')
  expect(await one.prints('cat ~/note; echo $X; pwd')).toBe('kept\n7\n/tmp')
  expect(await one.prints('history | wc -l')).toBe('3')
})

test('an empty folder persists, and variables of a line are lost if it exits the shell', async () => {
  const one = shell()
  await one.run('mkdir -p d/e; X=kept')
  expect(await one.prints('cd d && ls && echo $X')).toBe('e\nkept')
  expect(await one.prints('X=lost; exit 3')).toBe('This shell stays open until the lab ends.')
  expect(await one.prints('echo $X')).toBe('kept')
})

test.each([
  "aws iam list-roles --query 'Roles[].RoleName' --output text",
  'AWS_PROFILE=nobody aws sts get-caller-identity',
  'aws iam nope',
])('%s is answered alike with and without a shell around it', async (line) => {
  const { output, exit, missing, effects, log } = await shell().run(line)
  expect(await shell().run(`${line} ;`)).toMatchObject({ output, exit, missing, effects, log })
})

test('quoted text is returned unchanged', async () => {
  const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  const printable = fc.string({ unit: 'grapheme-ascii', maxLength: 40 }).filter((text) => !/^-[neE]/.test(text))
  await fc.assert(
    fc.asyncProperty(fc.array(printable, { minLength: 1, maxLength: 5 }), async (words) => {
      expect((await shell().run(`printf '%s\\n' ${words.map(quote).join(' ')}`)).output).toBe(`${words.join('\n')}\n`)
    }),
    { numRuns: 200 },
  )
})

test('a missing command reports an error and is counted', async () => {
  const answer = await shell().run('vim notes; aws ec2 run-instances; aws iam list-roles --foo; curl --tr-encoding x')
  expect(answer.output).toContain('vim: this command is not in this simulation. “help” lists those that are.')
  expect(answer.missing).toEqual(['aws ec2 run-instances', 'aws iam list-roles --foo', 'curl --tr-encoding', 'vim'])
})

test('completes commands, subcommands, options, files, and names that the identity can list', async () => {
  const one = shell()
  await one.run('echo x > trust.json')
  const words = async (line: string) => (await complete(one.world, one.state, line, one.now)).words
  expect(await words('jq')).toEqual([])
  expect(await words('his')).toEqual(['history'])
  expect(await words('aws iam list-ro')).toEqual(['list-role-policies', 'list-role-tags', 'list-roles'])
  expect(await words('aws iam get-role --role-n')).toEqual(['--role-name'])
  expect(await words('cat tr')).toEqual(['trust.json'])
  expect(await words('aws iam get-role --role-name pay')).toEqual(['payroll-export'])
  expect(await words('aws s3api list-objects --bucket pay')).toEqual(['payroll-archive-1'])
  expect(await words('aws dynamodb scan --table-name ')).toEqual([])
  expect(await complete(one.world, one.state, 'echo a | gre', one.now)).toEqual({ from: 9, words: ['grep'] })
})
