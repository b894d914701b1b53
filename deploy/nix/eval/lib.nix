# The functions of nixpkgs' library that this flake uses, with the same behaviour. It has no others.
let
  inherit (builtins)
    attrNames
    concatLists
    concatStringsSep
    isList
    isPath
    listToAttrs
    map
    replaceStrings
    stringLength
    substring
    ;

  modules = import ./modules.nix lib;

  under = folder: path: path == folder || lib.hasPrefix "${folder}/" path;
  inSet =
    set: path:
    if isPath set then
      # The parents of a folder are visited as well.
      under (toString set) path || under path (toString set)
    else if set ? without then
      inSet set.of path && !(builtins.any (less: under (toString less) path) (lib.flatten set.without))
    else
      builtins.any (one: inSet one path) set;

  lib = modules // {
    assertMsg = condition: message: condition || throw message;
    concatMapStringsSep =
      separator: f: list:
      concatStringsSep separator (map f list);
    concatStrings = concatStringsSep "";
    inherit concatStringsSep;
    escapeShellArg = text: "'${replaceStrings [ "'" ] [ "'\\''" ] (toString text)}'";
    fetchers.proxyImpureEnvVars = [
      "http_proxy"
      "https_proxy"
      "no_proxy"
    ];
    fileset = {
      difference = of: without: { inherit of without; };
      maybeMissing = path: path;
      toSource =
        { root, fileset }:
        builtins.path {
          name = "source";
          path = root;
          filter = path: _: inSet fileset path;
        };
      unions = sets: sets;
    };
    flatten = value: if isList value then concatLists (map lib.flatten value) else [ value ];
    genAttrs =
      names: f:
      listToAttrs (
        map (name: {
          inherit name;
          value = f name;
        }) names
      );
    getExe = package: "${package}/bin/${package.meta.mainProgram}";
    hasInfix = part: text: replaceStrings [ part ] [ "" ] text != text;
    hasPrefix = prefix: text: substring 0 (stringLength prefix) text == prefix;
    importJSON = path: builtins.fromJSON (builtins.readFile path);
    licenses.mit = "MIT";
    mapAttrsToList = f: set: map (name: f name set.${name}) (attrNames set);
    nixosSystem =
      { modules }:
      lib.evalModules {
        modules = modules ++ [ ./nixos.nix ];
      };
    optional = condition: value: if condition then [ value ] else [ ];
    optionals = condition: values: if condition then values else [ ];
    optionalAttrs = condition: set: if condition then set else { };
    optionalString = condition: text: if condition then text else "";
  };
in
lib
