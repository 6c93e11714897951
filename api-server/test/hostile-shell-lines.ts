const long = 'a'.repeat(8_000)
const states = `([ab]?${'.?'.repeat(448)})`
/** Shell code that doubles the length of a variable repeatedly. */
const doubled = (times: number, start = 'aaaaaaaaaaaaaaaa') => `X=${start}; for i in $(seq ${times}); do X=$X$X; done;`

/**
 * Lines that cost much more than expected, each for a different reason. They end or are stopped within about a second.
 */
export const hostileShellLines: Record<string, string> = {
  'many ranges of cut': `printf '%0999d' $(seq 100) | cut -c ${Array.from({ length: 2_000 }, (_, n) => 900_000 + n).join(',')}`,
  'jq that changes each element': "jq -n '[range(30000)] | .[] |= 1'",
  'jq that deletes each element': "jq -n '[range(30000)] | del(.[])'",
  'jq that adds lists': "jq -n '[range(20000)|[.]] | add'",
  'jq that subtracts lists': "jq -n '[range(20000)] - [range(20000;40000)]'",
  'jq that changes many keys': `jq -n '[range(3000) | {key: tostring, value: .}] | from_entries | .[] |= 2'`,
  'nested loops over long lists': `for a in $(seq 400); do for b in $(seq 20000); do echo $b; done; done`,
  'words that are split repeatedly': `${doubled(13, '"a b c d e f g h "')} while true; do set $X $X $X; done`,
  'sed that matches everywhere, doubled': `${doubled(13)} echo $X | sed 's/a*/&&&&&&&&/g' | sed 's/a/&&&&&&&&/g' | wc -c`,
  'printf that pads': `while true; do printf '${'%999d'.repeat(500)}' 1 > /dev/null; done`,
  'jq that recurses':
    "jq -n 'def f: .; [recurse(if . < 1 then [.] else . end)] | length' ; jq -n '[limit(1000000; repeat(1))]'; jq -n '[1 | recurse(. + 1)]'",
  'jq that sorts large values': `jq -n '[range(200) | [range(400)]] | [sort, sort, sort, sort_by(.), group_by(.), unique] | length'`,
  'jq that searches each element in all others': "jq -n '[range(20000) | tostring] | . as $a | contains($a)'",
  'jq that transposes': "jq -n '[[range(30000)], (range(3000) | [])] | transpose | length'",
  'a fork bomb': ':(){ :|:& };:',
  'output of 1 GB': 'seq 1 100000000',
  'braces that expand to millions of words': 'echo {1..9999999} {1..9999999} | wc -w',
  'awk that loops': `awk 'BEGIN { while (1) s = s "aaaaaaaa" }'`,
  'a function that calls itself twice': 'f() { f | f; }; f',
  'base64 of base64': `${doubled(13)} for i in $(seq 400); do echo $X | base64 -w 1 | base64 -d | base64 | wc -c; done`,
  'many calls of the cloud': 'for i in $(seq 490); do aws iam list-roles > /dev/null; done',
  'brackets that are never closed': `echo ${'$(('.repeat(2_000)}`,
  'quotes in quotes': `echo ${`"$(echo '`.repeat(1_500)}`,
}

/** Lines that run for several seconds until a limit stops them. */
export const longHostileShellLines: Record<string, string> = {
  'a replacement that is larger than the heap': `seq 1 20000 | tr "\\n" a | sed "s/a/${'&'.repeat(3_000)}/g" | wc -c`,
  'context of grep after each line': 'seq 1 30000 | grep -A 100000 zzz',
  'context of grep before each line': 'seq 1 30000 | grep -B 100000 1',
  'context of grep in a loop': 'for i in 1 2 3 4 5; do seq 1 20000 | grep -C 100000 zzz; done',
  'diff of long files': 'seq 1 20000 > a; seq 20000 40000 > b; diff a b',
  'tr with a long set': `seq 1 30000 | tr -c "${long}" x | wc -c`,
  'a cut by a long pattern': `a=${'b'.repeat(3_000)}; b=${'b'.repeat(1_500)}; echo \${a##*\${b}c}`,
  'patterns with many states': `for i in $(seq 20); do seq 1 20000 | grep -cE '${states}{1000}b'; done`,
  'jq with a pattern of many states': `jq -n '[range(40)] | map("${long}" | test("${states}{100}b"))'`,
  'jq patterns that are compiled repeatedly': `jq -n '[range(300)] | map("a" | test("${states}{1000}b"))'`,
  'grep patterns that are compiled repeatedly': `for i in $(seq 240); do echo a | grep -cE '${states}{1000}b'; done`,
  'sed patterns that are compiled repeatedly': `for i in $(seq 240); do echo a | sed -E 's/${states}{1000}b/c/'; done`,
  'a name with many stars': `for i in $(seq 150); do echo > f$i-${'a'.repeat(200)}; done; echo ${'*a'.repeat(4_000)}b`,
  'sed with groups': `${doubled(13)} for i in $(seq 100); do echo $X | sed -E 's/(a*)(a*)(a*)/\\3\\2\\1/' ; done | wc -c`,
  'a file that is read by every command of a group': `seq 1 30000 > f; { ${'wc;'.repeat(450)} } < f | tail -1`,
  'nested 64-bit sums': `while true; do x=$((${'(1<<62)*3+'.repeat(1_000)}1)); done`,
  'jq that compares a deeply nested value': `jq -n '1 ${'| [., .] '.repeat(40)} | . == .'`,
  'jq with three nested loops': `jq -n '[range(300)] | [.[] as $a | .[] as $b | .[] as $c | [$a,$b,$c]] | length'`,
  'jq with a long replacement': `jq -n '"${long}" | gsub("a"; "${'b'.repeat(4_000)}") | length'`,
  'a heredoc in a loop': `while true; do cat <<< "${long}" | rev | tac | sort -r | uniq -c | tr a b | sha256sum; done`,
  'a policy with a wildcard before each letter': `aws iam create-policy --policy-name p --policy-document '{"Statement":[{"Effect":"Allow","Action":"${'*s'.repeat(3_000)}","Resource":"${'*a'.repeat(3_000)}"}]}'; for i in $(seq 200); do aws iam list-users; done`,
  'a query that builds nested lists': `for i in $(seq 100); do aws iam list-users --query '${'[[@,@],[@,@]]|'.repeat(3)}[]'; done`,
  'an account that grows': `${doubled(13)} for i in $(seq 400); do aws ssm put-parameter --name p$i --value $X --type String; done`,
}
