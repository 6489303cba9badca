//! Compiles the messages that a load is made of without protoc, as `core-rs/wire` does; nothing without `load`.

fn main() -> std::io::Result<()> {
    #[cfg(feature = "load")]
    compile()?;
    Ok(())
}

#[cfg(feature = "load")]
fn compile() -> std::io::Result<()> {
    let root = std::path::Path::new("../../../proto");
    println!("cargo:rerun-if-changed={}", root.join("ludoteca").display());
    let files = ["ludoteca/v1/table_service.proto", "ludoteca/burgenland/v1/burgenland.proto"]
        .map(|file| root.join(file));
    let set = protox::compile(files, [root]).map_err(std::io::Error::other)?;
    prost_build::Config::new().include_file("proto.rs").compile_fds(set)
}
