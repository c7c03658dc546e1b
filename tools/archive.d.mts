export declare const makeArchive: (folder: string) => Promise<string>
export declare const runtimePackages: () => string[]
