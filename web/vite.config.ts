import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// The program embeds these files by their names, so they have no hashes. During development the API
// comes from a running `coppice serve`; COPPICE says where it listens.
const server = process.env.COPPICE ?? 'http://127.0.0.1:8137';

// The server takes requests only from its own address.
const asItself = { Host: new URL(server).host, Origin: server };

export default defineConfig({
    plugins: [svelte()],
    server: {
        host: '127.0.0.1',
        proxy: { '/api': { target: server, changeOrigin: true, headers: asItself } },
    },
    build: {
        target: 'es2020',
        outDir: process.env.PAGE_OUT ?? 'dist',
        emptyOutDir: true,
        assetsInlineLimit: 0,
        cssCodeSplit: false,
        modulePreload: false,
        rollupOptions: {
            output: {
                entryFileNames: 'assets/app.js',
                chunkFileNames: 'assets/[name].js',
                assetFileNames: (asset) =>
                    asset.names.some((name) => name.endsWith('.css'))
                        ? 'assets/app.css'
                        : 'assets/[name][extname]',
                inlineDynamicImports: true,
            },
        },
    },
});
