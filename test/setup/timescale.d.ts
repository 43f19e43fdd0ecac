export function findInstallation(): string | undefined;
