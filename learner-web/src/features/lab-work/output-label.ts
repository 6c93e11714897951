const ACRONYMS = new Set(['api', 'arn', 'dns', 'ec2', 'iam', 'id', 'ip', 'kms', 's3', 'sql', 'url', 'vm', 'vpc'])

/** Label of a lab's output: `lab_user_arn` → `Lab user ARN`. */
export function outputLabel(name: string): string {
  const words = name.split('_').map((word) => (ACRONYMS.has(word) ? word.toUpperCase() : word))
  const text = words.join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
