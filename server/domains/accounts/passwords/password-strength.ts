import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { russianKeyboard, russianPasswords } from './russian-passwords.ts'

/** Letters of a password that are judged: the time grows faster than the length. */
const judgedLength = 64

const { qwerty, keypad } = adjacencyGraphs
const estimator = new ZxcvbnFactory({
  dictionary: { ...dictionary, russian: russianPasswords },
  graphs: { qwerty, keypad, russian: russianKeyboard(qwerty) },
  maxLength: judgedLength,
  // Substitutions in words like `p@$$w0rd` that are tried: for a password of such characters alone each costs
  // milliseconds.
  l33tMaxSubstitutions: 20,
})

/** Whether a million guesses would find it, by an attacker who knows common passwords and these words of the person. */
export function isGuessable(password: string, ownWords: string[]): boolean {
  return estimator.check(password, ownWords).score < 2
}
