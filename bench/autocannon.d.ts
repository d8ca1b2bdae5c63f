/** The part of autocannon's API that the bench uses; the package has no types of its own. */
declare module 'autocannon' {
  interface Request {
    method?: string
    path?: string
    headers?: Record<string, string>
    body?: string
    setupRequest?: (request: Request) => Request
  }

  interface Options {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    /** Milliseconds between samples; a run ends with a sample. */
    sampleInt: number
    requests: Request[]
  }

  interface Result {
    /** Seconds, to the hundredth. */
    duration: number
    '2xx': number
    non2xx: number
    statusCodeStats?: Record<string, { count: number }>
    errors: number
    timeouts: number
    /** Milliseconds. */
    latency: { p50: number; p97_5: number }
  }

  export default function autocannon(options: Options): Promise<Result>
}
