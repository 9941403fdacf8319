import { build } from 'vite';
await build({ configFile: '/work/w/studio/packages/studio/vite.config.ts', logLevel:'error', build:{ outDir:'/tmp/studio-out', emptyOutDir:true, reportCompressedSize:false}});
