import { clientLabel, clientVersion } from '../contract/src/shell/constants'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The server of `npm run dev`, at the address and port that it is started with. */
const { HOST = '0.0.0.0', PORT = '8080' } = process.env
const backendHost = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST
const backend = `http://${backendHost.includes(':') ? `[${backendHost}]` : backendHost}:${PORT}`

/** Writes version.json beside the page: open clients compare it with their own version (business/frame 4.6). */
const versionFile = (): Plugin => ({
  name: 'version-file',
  generateBundle() {
    const source = JSON.stringify({ version: clientVersion, label: clientLabel })
    this.emitFile({ type: 'asset', fileName: 'version.json', source })
  },
})

/** The page behind signed links while the pages are developed; the built ones are served by the program itself. */
const linkPage = (): Plugin => ({
  name: 'link-page',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      if (request.url?.startsWith('/l/')) request.url = '/link.html'
      next()
    })
  },
})

export default defineConfig({
  plugins: [react(), versionFile(), linkPage()],
  build: {
    target: 'es2022',
    // The page's policy allows no inline script, and every supported browser preloads modules itself.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      treeshake: {
        // These packages only define components and do not say so; without this a part comes with all its neighbours, for
        // example every input with the whole form library.
        moduleSideEffects: [{ test: /[\\/](@rc-component|@ant-design)[\\/]/, sideEffects: false }],
      },
      output: {
        codeSplitting: {
          // Few files instead of one for every set of pages that share a part: a small file costs a request, half a KB of
          // headers, and compresses badly. A group is its modules with all that they import, except what a group above has.
          groups: [
            { name: 'login', priority: 7, test: /src[\\/]app[\\/]main\.ts$/ },
            // React changes rarely and every page needs it.
            { name: 'react', priority: 6, test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            // The frame, and the page that always stands open in it.
            {
              name: 'shell',
              priority: 5,
              test: /src[\\/](app[\\/]shell[\\/]shell|shell[\\/]dashboard[\\/]dashboard)\.tsx$/,
            },
            {
              name: 'lists',
              priority: 4,
              test: /src[\\/](kit[\\/]\w+[\\/](document-list|list-page|use-dialog|open-amount|print-layouts)|pickers[\\/]filters)\.tsx?$|kernel[\\/](source-lines|counted-lines)\.ts$/,
            },
            { name: 'queries', priority: 3, test: /src[\\/]kit[\\/]list[\\/]query-page\.tsx$/ },
            // The sheet of a phone, where filters and lines stand.
            { name: 'sheet', priority: 2, test: /src[\\/]kit[\\/]ui[\\/]page-drawer\.tsx$/ },
            { name: 'forms', priority: 1, test: /src[\\/]kit[\\/]form[\\/](master-page|form-dialog)\.tsx$/ },
            {
              name: 'editors',
              priority: 0,
              test: /src[\\/](kit[\\/]document[\\/]document-editor|pickers[\\/]part-lines)\.tsx$/,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '^/api': { target: backend, changeOrigin: false, ws: true } },
  },
})
