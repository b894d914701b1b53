{
  lib,
  stdenv,
  stdenvNoCC,
  nodejs,
  nodejs-slim,
  cacert,
  makeBinaryWrapper,
  # Appended to the version; empty if it is not known.
  commit ? "",
}:
let
  manifest = lib.importJSON ../../package.json;
  pinned = lib.importJSON ./npm-deps.json;
  inherit (stdenv.hostPlatform) system;

  # The lock file has no addresses of packages, which the usual npm builders need. A fixed output works without them: npm downloads
  # each package from the registry and checks it against the lock file, and Nix checks the whole tree against its hash.
  nodeModules = stdenvNoCC.mkDerivation {
    pname = "turnover-node-modules";
    inherit (manifest) version;
    src = lib.fileset.toSource {
      root = ../../.;
      fileset = lib.fileset.unions [
        ../../package.json
        ../../package-lock.json
      ];
    };
    nativeBuildInputs = [
      cacert
      nodejs
    ];
    impureEnvVars = lib.fetchers.proxyImpureEnvVars ++ [ "npm_config_registry" ];
    dontConfigure = true;
    buildPhase = ''
      runHook preBuild
      export HOME=$TMPDIR
      bash ${./npm-tree.sh} ${system}
      runHook postBuild
    '';
    installPhase = ''
      runHook preInstall
      mv node_modules $out
      runHook postInstall
    '';
    # A patched interpreter line would refer to the store, which a fixed output must not do.
    dontFixup = true;
    outputHashMode = "recursive";
    outputHash = pinned.hashes.${system};
  };
in
stdenv.mkDerivation {
  pname = "turnover";
  inherit (manifest) version;

  src = lib.fileset.toSource {
    root = ../../.;
    fileset = lib.fileset.difference ../../. (
      lib.fileset.unions [
        (lib.fileset.maybeMissing ../../data)
        (lib.fileset.maybeMissing ../../dist)
        (lib.fileset.maybeMissing ../../node_modules)
      ]
    );
  };

  nativeBuildInputs = [
    makeBinaryWrapper
    nodejs
  ];

  strictDeps = true;

  TURNOVER_COMMIT = commit;

  configurePhase = ''
    runHook preConfigure
    export HOME=$TMPDIR
    export npm_config_update_notifier=false
    cp -r ${nodeModules} node_modules
    chmod -R u+w node_modules
    patchShebangs node_modules
    runHook postConfigure
  '';

  buildPhase = ''
    runHook preBuild
    npm run build
    runHook postBuild
  '';

  doCheck = true;
  checkPhase = ''
    runHook preCheck
    CI=true npm test
    runHook postCheck
  '';
  # The tests connect to the service over the loopback interface.
  __darwinAllowLocalNetworking = true;

  installPhase = ''
    runHook preInstall
    app=$out/lib/turnover
    mkdir -p $app/dist $app/node_modules/better-sqlite3/prebuilds
    cp -r dist/main.js dist/service.js dist/service.js.map dist/commands.js dist/commands.js.map dist/compiled dist/pages dist/pg.mjs dist/tables.mjs dist/holidays.cjs dist/mail.cjs dist/workbook.cjs dist/NOTICE $app/dist
    cp -r config.json package.json tills $app
    cd node_modules/better-sqlite3
    cp -r LICENSE lib package.json $app/node_modules/better-sqlite3
    # The binary is in the npm package. It needs only the C and C++ libraries, which Node has already loaded.
    cp prebuilds/$(node -p 'process.platform + "-" + process.arch').node $app/node_modules/better-sqlite3/prebuilds
    makeWrapper ${nodejs-slim}/bin/node $out/bin/turnover --add-flags "--max-semi-space-size=4 --min-semi-space-size=4 $app/dist/main.js"
    runHook postInstall
  '';

  # The installed service must start and stop without files of the build folder.
  doInstallCheck = true;
  installCheckPhase = ''
    runHook preInstallCheck
    (
      cd $TMPDIR
      export CONFIG_FILE=$out/lib/turnover/config.json DATABASE_URL=file:$TMPDIR/check.db LOG_FILE=$TMPDIR/check.log
      HOST=127.0.0.1 PORT=0 timeout --preserve-status --signal=TERM 5 $out/bin/turnover | tee check.out
      grep "dashboard at http" check.out
    )
    runHook postInstallCheck
  '';

  passthru = {
    inherit nodeModules;
    nodejs = nodejs-slim;
  };

  meta = {
    inherit (manifest) description;
    license = lib.licenses.mit;
    mainProgram = "turnover";
    platforms = builtins.attrNames pinned.hashes;
  };
}
