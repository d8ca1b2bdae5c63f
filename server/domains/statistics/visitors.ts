import { networkOf } from '#server/platform/http/limits/network-address.ts'

export interface Visitor {
  ip: string
  browser: string
}

/** What names itself a robot, of those that run scripts. */
export const isRobot = (browser: string) => /bot\b|crawler|spider/i.test(browser)

/** The same network with the same browser is one visitor. To be signed before it is stored. */
export const visitorOf = ({ ip, browser }: Visitor) => `${networkOf(ip)} ${browser}`
