import { createServer } from 'node:http'

/**
 * Stories are played side by side; one that changes what every page of the installation shows is played alone. A story asks
 * for its turn with GET /together or /alone: the answer begins when it may, and its turn is over with the connection.
 */
export function serveTurns(port) {
  const waiting = []
  const playing = new Set()
  const mayBegin = ({ isAlone }) => (isAlone ? playing.size === 0 : ![...playing].some((turn) => turn.isAlone))
  const begin = () => {
    while (waiting.length > 0 && mayBegin(waiting[0])) {
      const turn = waiting.shift()
      playing.add(turn)
      turn.response.writeHead(200).flushHeaders()
    }
  }
  createServer(({ url }, response) => {
    const turn = { isAlone: url === '/alone', response }
    waiting.push(turn)
    response.on('close', () => {
      playing.delete(turn)
      if (waiting.includes(turn)) waiting.splice(waiting.indexOf(turn), 1)
      begin()
    })
    begin()
  }).listen(port, '127.0.0.1')
}
